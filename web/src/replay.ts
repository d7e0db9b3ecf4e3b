import { loadLanguage } from "./language/language";
import "./styles/fonts.css";
import "./styles/app.css";
import "./styles/art.css";

/** Show the game that is part of the page. Modules use their messages when they are loaded, so the catalogue comes first. */
async function show() {
  await loadLanguage();
  const { showReplay } = await import("./replayed");
  await showReplay();
}

show().catch(() => {
  document.getElementById("app")!.textContent = "This page is damaged, or this browser is too old to show it.";
});
