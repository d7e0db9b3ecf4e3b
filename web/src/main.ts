import { mount } from "svelte";
import App from "./App.svelte";
import "./fonts.css";
import "./app.css";
import "./art.css";

mount(App, { target: document.getElementById("app")! });
