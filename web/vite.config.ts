import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

// Those that know light-dark(): each colour of the page is written once, for both.
const BROWSERS = ["chrome123", "firefox120", "safari17.5"];

/** Puts a compressed file beside each script and style: the table sends it to browsers that read Brotli. */
const compressed: Plugin = {
  name: "compressed",
  writeBundle({ dir }, bundle) {
    for (const name of Object.keys(bundle)) {
      const path = join(dir!, name);
      if (/\.(js|css)$/.test(name)) writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
    }
  },
};

// The built client is part of the Python package. While it is being worked on, a table on its usual port answers; it must
// see the name that the browser asked for, since it refuses what other pages send.
export default defineConfig({
  plugins: [svelte(), compressed],
  build: { outDir: "../src/trunkline/web/http/static", emptyOutDir: true, target: "es2022", cssTarget: BROWSERS },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8056", changeOrigin: false } } },
});
