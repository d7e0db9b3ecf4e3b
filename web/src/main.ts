import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/fonts.css";
import "./styles/app.css";
import "./styles/art.css";
import "./styles/looks.css";
import "./state/settings.svelte";
import { listen } from "./browser/sound";

listen();
// After the page itself, because the service worker loads all files of the client.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
mount(App, { target: document.getElementById("app")! });
