import { describe, expect, it } from "vitest";
import { finderOf } from "../src/model/glossary";
import type { Word } from "../src/api/types";

const word = (words: string[], forms: string[] | null = null): Word => ({
  words,
  meaning: "m",
  of: "",
  elsewhere: "",
  forms,
});
const finder = finderOf([
  {
    section: "Words",
    entries: [
      word(["president"]),
      word(["president's certificate"]),
      word(["certificate"]),
      word(["certificate limit"]),
      word(["city"], ["city", "cities"]),
      word(["initial offering", "IPO"]),
      word(["operating round"], ["operating round", "OR"]),
      word(["right"], ["buy the right"]),
    ],
  },
]);
const found = (text: string) =>
  finder.find(text).map(({ word, start, end }) => `${word.words[0]}: ${text.slice(start, end)}`);

describe("words of the glossary in a text", () => {
  it("are found in each form, the longest first", () => {
    expect(found("The President's certificate counts to the president's limit, the Certificate limit")).toEqual([
      "president's certificate: President's certificate",
      "president: president",
      "certificate limit: Certificate limit",
    ]);
    expect(found("Cities: 2 certificates")).toEqual(["city: Cities", "certificate: certificates"]);
    expect(found("buys it from the IPO")).toEqual(["initial offering: IPO"]);
  });

  it("are whole words, and capitals count in an abbreviation", () => {
    expect(found("capacity, uncertificated, OR 2.1 or later")).toEqual(["operating round: OR"]);
  });

  it("are not everyday words that look alike", () => {
    expect(found("The token moves to the right")).toEqual([]);
    expect(found("Buy the right to the bridge")).toEqual(["right: Buy the right"]);
  });
});
