import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rollup } from "vite";
import { wuchale } from "wuchale/vite";

// Those that know light-dark(): each colour of the page is written once, for both.
const BROWSERS = ["chrome123", "firefox120", "safari17.5"];

/** What most pages have in common. In one file, since each small file costs a request. */
const SHARED =
  /node_modules|src[\\/](model|state|browser|api|language)|components[\\/](ui|words|lobby|map[\\/]CorpToken)/;

/** What the page of a game has in common with its parts that are loaded later. In one file, too. */
const TABLE = /components[\\/](dock|panels|learn[\\/](?!DailyPuzzle))/;

/** The loader of messages and the answers requested ahead, which the first script needs before the rest. */
const LANGUAGE =
  /src[\\/](language|api[\\/]ahead)|node_modules[\\/]wuchale|locales[\\/](?!.*compiled)|vite[\\/]preload-helper/;

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

/** The module that starts the page when its language is loaded, and that of the page of a game. */
const BEGIN = "src/begin.ts";
const GAME = "src/pages/GamePage.svelte";

/** Return the tags that load a module of the build with all that it needs, except what a page loads already. */
function loading(bundle: Rollup.OutputBundle, module: string, html: string): HtmlTagDescriptor[] {
  const found = new Set<string>();
  const add = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== "chunk" || found.has(name)) return;
    found.add(name);
    chunk.imports.forEach(add);
    chunk.viteMetadata?.importedCss.forEach((css) => found.add(css));
  };
  for (const [name, chunk] of Object.entries(bundle))
    if (chunk.type === "chunk" && chunk.facadeModuleId?.endsWith(module)) add(name);
  return [...found]
    .filter((name) => !html.includes(name))
    .map((name) => ({
      tag: "link",
      attrs: { rel: name.endsWith(".css") ? "stylesheet" : "modulepreload", crossorigin: true, href: `/${name}` },
      injectTo: "head" as const,
    }));
}

/** Lets the browser download the page while it loads the messages: both begin at once. */
const preloaded: Plugin = {
  name: "preloaded",
  transformIndexHtml: { order: "post", handler: (html, { bundle = {} }) => loading(bundle, BEGIN, html) },
};

/** Writes `game.html`, the page for addresses that show a game. Its links load the page of a game with the first scripts. */
const gamePage: Plugin = {
  name: "game-page",
  writeBundle({ dir }, bundle) {
    const html = readFileSync(join(dir!, "index.html"), "utf8");
    const links = loading(bundle, GAME, html).map(
      ({ attrs }) => `    <link rel="${attrs!.rel}" crossorigin href="${attrs!.href}">\n`,
    );
    writeFileSync(join(dir!, "game.html"), html.replace("  </head>", `${links.join("")}  </head>`));
  },
};

// The built client is part of the Python package. While it is being worked on, a table on its usual port answers; it must
// see the name that the browser asked for, since it refuses what other pages send.
export default defineConfig({
  plugins: [wuchale(), svelte(), preloaded, gamePage, compressed],
  build: {
    outDir: "../src/trunkline/web/http/static",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: BROWSERS,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "language", test: LANGUAGE, priority: 1 },
            { name: "shared", test: SHARED, minShareCount: 2 },
            { name: "game", test: TABLE, minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8056", changeOrigin: false } } },
});
