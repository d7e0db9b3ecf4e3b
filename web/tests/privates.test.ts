import { expect, test } from "vitest";
import { placeText } from "../src/model/privates";

test.each([
  ["+$10 at Sarnia", 1, "marked on the map"],
  ["extra tile", 0, "its power has no fixed hex"],
  ["", 1, "its hex is marked on the map"],
  ["", 2, "its hexes are marked on the map"],
  ["", 0, ""],
])("a private with the power %o and %o hexes: %o", (power, hexes, said) => {
  expect(placeText(power, hexes)).toBe(said);
});
