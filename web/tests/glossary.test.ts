import { describe, expect, it } from "vitest";
import { finderInGame, finderOf } from "../src/model/glossary";
import type { Word } from "../src/api/types";

const word = (words: string[], forms: string[] | null = null): Word => ({
  words,
  meaning: "m",
  of: "",
  elsewhere: "",
  forms,
  search: [],
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

describe("words of the glossary in a game with companies", () => {
  const sections = [
    {
      section: "Words",
      entries: [word(["stock round"], ["stock round", "SR"]), word(["CGR", "CONRAIL"]), word(["share"])],
    },
  ];
  const inGame = finderInGame(finderOf(sections), ["SR", "CGR", "L&N"]);
  const found = (text: string) => inGame.find(text).map(({ start, end }) => text.slice(start, end));

  it("are not found in the id of a company", () => {
    expect(found("Cy owns SR 10% and a share of SR, SR $50 and SR 100%")).toEqual(["share"]);
  });

  it("are found in the name of a round and in a company that is a word itself", () => {
    expect(found("SR 3: a stock round. The CGR begins")).toEqual(["SR", "stock round", "CGR"]);
  });
});

describe("German words in a text", () => {
  const german = finderOf([
    {
      section: "Wörter",
      entries: [
        word(["Stadt"], ["Stadt", "Städte", "Städten"]),
        word(["Kleinstadt"], ["Kleinstadt", "Kleinstädte"]),
        word(["Halt"], ["Halt", "Halte"]),
        word(["Lok"], ["Lok", "Loks"]),
        word(["permanente Lok"], ["permanente Lok", "permanent"]),
        word(["Übernahme"], ["Übernahme"]),
        word(["Plättchen"], ["Plättchen"]),
        word(["in Betrieb gehen"], ["in Betrieb"]),
        word(["bot"], ["Bot"]),
      ],
    },
  ]);
  const found = (text: string) => german.find(text).map(({ start, end }) => text.slice(start, end));

  it("are whole words, also next to umlauts, hyphens and quotation marks", () => {
    expect(found("Kleinstädte, Städten und „Stadt“")).toEqual(["Kleinstädte", "Städten", "Stadt"]);
    expect(found("die 5-Lok, Lokkauf, Übernahme. Plättchenübersicht, große Plättchen")).toEqual([
      "Lok",
      "Übernahme",
      "Plättchen",
    ]);
    expect(found("Geißhalt, äHalt, Haltö")).toEqual([]);
  });

  it("have the capital of their nouns, and small letters may begin a sentence", () => {
    expect(found("Er bot 5 $, halt am Halt")).toEqual(["Halt"]);
    expect(found("Permanente Lok, eine permanente Lok. In Betrieb, nicht in betrieb")).toEqual([
      "Permanente Lok",
      "permanente Lok",
      "In Betrieb",
    ]);
  });
});
