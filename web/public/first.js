// Runs before anything is drawn, so that nobody sees a page in other colours or sizes than asked for. What is kept
// here, attributes of the whole page, is written by src/state/settings.svelte.ts.
try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem("trunkline-look") ?? "{}"));
} catch {
  // Without a memory the page is drawn as it comes.
}
// Each page needs this answer, so it is requested before the scripts are there. src/api/ahead.ts takes it.
window.ahead = { "/api/me": fetch("/api/me") };
window.ahead["/api/me"].catch(() => undefined);
