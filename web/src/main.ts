import "./styles/fonts.css";
import "./styles/app.css";
import "./styles/art.css";
import "./styles/looks.css";
import { loadLanguage } from "./language/language";

// After the page itself, because the service worker loads all files of the client.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
// Modules use their messages when they are run, so the catalogue comes first. The build lets the browser download them
// meanwhile. Not by an `await` of this module: the other ones import it, and would wait for themselves.
void loadLanguage().then(() => import("./begin"));
