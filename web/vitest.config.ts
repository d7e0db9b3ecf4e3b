import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Plain logic only: what needs a page is tested in a browser, by tests/browser. Style sheets are
// read for their colours.
export default defineConfig({
  plugins: [svelte()],
  test: { include: ["tests/**/*.test.ts"], environment: "node", css: true },
});
