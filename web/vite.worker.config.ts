import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";

const BUILT = "../src/trunkline/web/http/static";
const compressed = /\.br$/;
const assets = readdirSync(join(BUILT, "assets"))
  .filter((name) => !compressed.test(name))
  .sort();
const ROOT = ["first.js", "icon.svg"];
const files = [...assets.map((name) => `assets/${name}`), ...ROOT];
const build = createHash("sha256");
for (const name of ["index.html", ...files]) build.update(name).update(readFileSync(join(BUILT, name)));

// The service worker, with the list of the files of the client that was built just before.
export default defineConfig({
  publicDir: false,
  define: {
    FILES: JSON.stringify(files.map((name) => `/${name}`)),
    BUILD: JSON.stringify(build.digest("hex").slice(0, 16)),
  },
  build: {
    outDir: BUILT,
    emptyOutDir: false,
    target: "es2022",
    modulePreload: false,
    rolldownOptions: { input: "src/worker/sw.ts", output: { entryFileNames: "sw.js" } },
  },
});
