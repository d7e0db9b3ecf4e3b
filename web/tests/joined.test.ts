import { expect, test } from "vitest";
import { setLocale } from "../src/language/messages";
import { allOf, anyOf, inside, placeName } from "../src/model/joined";

test("names and alternatives are joined by a word", () => {
  const rows = [[], ["Ann"], ["Ann", "Bob"], ["Ann", "Bob", "Cy"]];
  expect(rows.map(allOf)).toEqual(["", "Ann", "Ann and Bob", "Ann, Bob and Cy"]);
  expect(anyOf(["5", "6", "D"])).toBe("5, 6 or D");
  setLocale("de");
  expect(rows.map(anyOf)).toEqual(["", "Ann", "Ann oder Bob", "Ann, Bob oder Cy"]);
  setLocale("en");
});

test("a heading within a sentence keeps its capital letter in German", () => {
  expect(inside("Concession")).toBe("concession");
  setLocale("de");
  expect(inside("Konzession")).toBe("Konzession");
  setLocale("en");
});

test("places of shares have names, and so do players", () => {
  expect(["offering", "pool", "treasury", "Ann"].map(placeName)).toEqual(["IPO", "pool", "treasury", "Ann"]);
});
