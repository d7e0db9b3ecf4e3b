import { mount } from "svelte";
import App from "./App.svelte";
import "./fonts.css";
import "./app.css";
import "./art.css";
import "./looks.css";
import "./lib/comfort.svelte";
import { listen } from "./lib/sound";

listen();
mount(App, { target: document.getElementById("app")! });
