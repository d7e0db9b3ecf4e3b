import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// Those that know light-dark(): each colour of the page is written once, for both.
const BROWSERS = ["chrome123", "firefox120", "safari17.5"];

// The built client is part of the Python package. While it is being worked on, a table on its usual port answers; it must
// see the name that the browser asked for, since it refuses what other pages send.
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/trunkline/server/static", emptyOutDir: true, target: "es2022", cssTarget: BROWSERS },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8056", changeOrigin: false } } },
});
