import { afterEach, expect, test, vi } from "vitest";
import { locale, plural, setLocale } from "../src/language/messages";
import { PSEUDO, pseudoText, withPseudo } from "../src/language/pseudo";

// The build makes the catalogues.
vi.mock("../locales/data.js", () => ({ locales: ["en", "de"] }));
vi.mock("../locales/page.loader", () => ({}));
vi.mock("../locales/scripts.loader", () => ({}));
const { languageOf, nameOf } = await import("../src/language/language");

afterEach(() => setLocale("en"));

test.each([
  ["", [], "en"],
  ["", ["de-AT", "en"], "de"],
  ["", ["fr", "nl-BE", "de"], "de"],
  ["", ["fr"], "en"],
  ["theme=dark; language=de", ["en-GB"], "de"],
  ["language=EN; other=de", ["de"], "en"],
  // Other cookies may end in the same word, and languages may lose their catalogue.
  ["my_language=de", ["en"], "en"],
  ["language=fr", ["de"], "de"],
  ["language=en-XA", ["de"], "en-XA"],
])("with the cookies %j and a browser that wants %j, the language is %s", (cookies, browser, language) => {
  expect(languageOf(cookies, browser)).toBe(language);
});

test("each language has a name that its readers know", () => {
  expect(["en", "de"].map(nameOf)).toEqual(["English", "Deutsch"]);
});

test("a number chooses the form, and is written as in the language", () => {
  const games = ["# game", "# games"];
  expect([0, 1, 2, 1234].map((n) => plural(n, games))).toEqual(["0 games", "1 game", "2 games", "1,234 games"]);
  setLocale("de");
  expect(plural(1234, ["# Spiel", "# Spiele"])).toBe("1.234 Spiele");
  // The rule of a language may have other forms than English.
  expect(plural(0, ["keine", "# Spiele"], (n) => Number(n > 0))).toBe("keine");
  expect(locale()).toBe("de");
});

test("the pseudo-language has accents and longer words, and keeps numbers", () => {
  expect(pseudoText("Play # of 3")).toBe("Plááý # óóf 3");
});

test("its catalogue is made of the English one, with the fields of each message", async () => {
  const catalogues: Record<string, unknown> = {
    en: { c: ["Bid", ["Moment ", 0, " of ", 1]], p: {} },
    de: { c: ["Bieten"], p: {} },
  };
  const asked: string[] = [];
  const load = withPseudo((id, language) => {
    asked.push(`${id} ${language}`);
    return Promise.resolve(catalogues[language] as never);
  });
  expect((await load("page", PSEUDO)).c).toEqual([
    pseudoText("Bid"),
    [pseudoText("Moment "), 0, pseudoText(" of "), 1],
  ]);
  expect((await load("page", "de")).c).toEqual(["Bieten"]);
  expect(asked).toEqual(["page en", "page de"]);
});
