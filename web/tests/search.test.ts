import { expect, test } from "vitest";
import { contains, relevance } from "../src/model/search";

const RULE = "1856.track.connectivity: A tile's track must join a route of the corporation";

test.each([
  ["", true],
  ["track", true],
  ["TRACK must", true],
  ["connect", true],
  ["corp rout", true],
  ["1856.track", true],
  ["nectivity", false],
  ["track token", false],
  ["(", false],
  ["how do I join a route?", true],
  ["of on", false],
])("a text has the words %o: %o", (words, found) => {
  expect(contains(RULE, words)).toBe(found);
});

const KNOWN = [
  ["rust", "obsolete", "scraps", "removes all"],
  ["pool", "market"],
];

test.each([
  ["rust", "It scraps all type 2 trains", true],
  ["rusts trains", "It scraps all type 2 trains", true],
  ["obsol", "The first 4-train removes all 2-trains", true],
  ["removes", "It scraps all type 2 trains", false],
  ["rust market", "It scraps all type 2 trains", false],
  ["rus", "It scraps all type 2 trains", false],
  ["market", "Sold shares go to the pool", true],
])("a search for %o takes words of one meaning for one another: %o", (words, rule, found) => {
  expect(contains(rule, words, KNOWN)).toBe(found);
});

test("a word of another alphabet is found at its beginning only", () => {
  expect(contains("Güterzug", "güter")).toBe(true);
  expect(contains("Güterzug", "terzug")).toBe(false);
});

test("a word in the heading counts more than one in the text, a whole word more than a beginning", () => {
  const points = (words: string) => relevance("Sell shares", "the pool takes certificates", words, [["trade", "sell"]]);
  const ordered = ["sell", "trade", "shar pool", "pool", "cert", "cer", "x"].map(points);
  expect(ordered).toEqual([...ordered].sort((one, other) => other - one));
  expect(new Set(ordered).size).toBe(ordered.length);
  expect(points("x")).toBe(0);
});
