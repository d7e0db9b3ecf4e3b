import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/fonts.css";
import "./styles/app.css";
import "./styles/art.css";
import "./styles/looks.css";
import "./state/settings.svelte";
import { listen } from "./browser/sound";

listen();
mount(App, { target: document.getElementById("app")! });
