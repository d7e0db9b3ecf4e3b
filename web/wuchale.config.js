import { readdirSync } from "node:fs";
import { adapter as svelte, svelteDefaultHeuristic } from "@wuchale/svelte";
import { defineConfig } from "wuchale";
import { adapter as vanilla, pluralPattern } from "wuchale/adapter-vanilla";

/** Attributes of shapes, which may begin with a capital letter but have no text. */
const SHAPES = ["d", "points", "transform"];
/** The function that marks a message in a script (`src/language/messages.ts`). */
const MARK = "text";

/**
 * Decides which strings are messages. In markup and attributes it is all text. In scripts, phrases are; a single word may
 * be a name that the code compares, so a script marks those that are messages.
 */
function heuristic(message) {
  const { scope, attribute, call } = message.details;
  if (scope === "attribute" && SHAPES.includes(attribute)) return false;
  if (scope === "script") {
    if (call === MARK) return "message";
    if (!/\p{L}\S* +\S/u.test(message.msgStr.join("\n"))) return false;
  }
  return svelteDefaultHeuristic(message);
}

/** The same for modules without components. Their messages are inside functions, so that they are of the language. */
const inFunctions = (message) => typeof message.details.funcName === "string" && heuristic(message);

const SOURCE = "en";
/** The languages of the catalogues. A new file adds a language. */
const others = readdirSync(new URL("locales", import.meta.url))
  .filter((name) => name.endsWith(".po") && name !== `${SOURCE}.po`)
  .map((name) => name.slice(0, -".po".length))
  .sort();

// A function, since an adapter completes what it receives.
const common = () => ({
  loader: "custom",
  patterns: [pluralPattern],
  // A change of the language loads the page again.
  runtime: { useReactive: false },
});
const ignore = ["src/language/**", "src/worker/**", "src/api/schema.d.ts", "src/**/*.svelte.ts"];

// The texts of the page are written in its sources, in English. The build takes them out of there into `locales/*.po`,
// one file for a language, and the built page loads the messages of its language only.
export default defineConfig({
  locales: [SOURCE, ...others],
  localesDir: "locales",
  logLevel: "warn",
  adapters: {
    page: svelte({ ...common(), heuristic, files: ["src/**/*.svelte", "src/**/*.svelte.ts"] }),
    scripts: vanilla({ ...common(), heuristic: inFunctions, files: { include: "src/**/*.ts", ignore } }),
  },
});
