import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { wuchale } from "wuchale/vite";

/** Puts script and style into the page itself, which is opened from a disk and may ask for nothing. */
const inOneFile: Plugin = {
  name: "in-one-file",
  enforce: "post",
  generateBundle(_, bundle) {
    for (const page of Object.values(bundle)) {
      if (page.type !== "asset" || !page.fileName.endsWith(".html")) continue;
      let html = String(page.source);
      for (const [name, part] of Object.entries(bundle)) {
        const found = new RegExp(`\\s*<(script|link)[^>]*"[^"]*${part.fileName}"[^>]*>(</script>)?`);
        if (!found.test(html) || part === page) continue;
        // Vite replaces this name later, in files that are not there any more. Nothing is loaded before its time.
        const text = part.type === "chunk" ? part.code.replaceAll("__VITE_PRELOAD__", "[]") : String(part.source);
        html = html.replace(found, "");
        // A function, since the code may hold what a replacement gives a meaning to.
        html =
          part.type === "chunk"
            ? html.replace(
                "</body>",
                () => `<script type="module">${text.replaceAll("</script", "<\\/script")}</script>\n</body>`,
              )
            : html.replace("</head>", () => `<style>${text}</style>\n</head>`);
        delete bundle[name];
      }
      page.source = html;
    }
  },
};

// The page of a replay: one file with a gap, which the program fills with a game.
export default defineConfig({
  plugins: [wuchale(), svelte(), inOneFile],
  publicDir: false,
  build: {
    outDir: "../src/trunkline/web/http/static",
    emptyOutDir: false,
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    // Parts that the table loads when it needs them are in the file too.
    rolldownOptions: { input: "replay.html", output: { codeSplitting: false } },
  },
});
