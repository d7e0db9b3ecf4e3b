import { mount } from "svelte";
import "./state/settings.svelte";
import App from "./App.svelte";
import { listen } from "./browser/sound";

listen();
mount(App, { target: document.getElementById("app")! });
