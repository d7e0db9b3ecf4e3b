import { expect, test } from "vitest";
import { contains } from "../src/model/search";

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
])("a text has the words %o: %o", (words, found) => {
  expect(contains(RULE, words)).toBe(found);
});

test("a word of another alphabet is found at its beginning only", () => {
  expect(contains("Güterzug", "güter")).toBe(true);
  expect(contains("Güterzug", "terzug")).toBe(false);
});
