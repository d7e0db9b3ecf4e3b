/** The time in milliseconds from a page that can be used to the registration of the service worker. */
const LATER = 1000;

/**
 * Register the service worker once the page can be used. It loads all files of the client, which would delay what the
 * page itself loads.
 */
export function registerLater() {
  if (!("serviceWorker" in navigator)) return;
  const watcher = new MutationObserver(() => {
    if (!document.querySelector("[data-ready]")) return;
    watcher.disconnect();
    setTimeout(() => void navigator.serviceWorker.register("/sw.js").catch(() => undefined), LATER);
  });
  watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-ready"] });
}
