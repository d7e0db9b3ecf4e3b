import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The built client is part of the Python package; the server of a game in development is on its usual port.
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/trunkline/server/static", emptyOutDir: true, target: "es2022" },
  server: { proxy: { "/api": "http://127.0.0.1:8018" } },
});
