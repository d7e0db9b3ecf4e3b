import { expect, test, vi } from "vitest";

const chosen = vi.fn((language: string) => Promise.resolve(language));
vi.mock("../src/api/people", () => ({ setLanguage: (language: string) => chosen(language) }));
const speaks = vi.hoisted(() => ({ language: "de" }));
vi.mock("../src/language/messages", () => ({ locale: () => speaks.language }));

const { am, me } = await import("../src/state/me.svelte");

test("an account that never chose a language gets that of its browser once", async () => {
  am({ ...me, name: "Ann", language: null });
  expect(chosen.mock.calls).toEqual([["de"]]);
  await vi.waitFor(() => expect(me.language).toBe("de"));
});

test.each([
  ["Ann", "en", "de"],
  ["Ann", null, "en"],
  [null, null, "de"],
])("for %s with the language %s, a browser in %s changes nothing", (name, language, browser) => {
  chosen.mockClear();
  speaks.language = browser;
  am({ ...me, name, language });
  expect(chosen).not.toHaveBeenCalled();
});
