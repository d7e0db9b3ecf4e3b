import { expect, test } from "vitest";
import type { Digest } from "../src/api/types";
import { changesOf, placesOf, reports, stepsOf, undoneText } from "../src/model/digest";

const step = (number: number) => ({
  number,
  corp: null,
  headline: `move ${number}`,
  because: "",
  then: "",
  changed: null,
  cash: 0,
  weight: 0,
  keys: [],
});
const digest: Digest = {
  start: "visit",
  after: 3,
  version: 9,
  at: "2026-01-01T00:00:00.000Z",
  seat: "Ann",
  lines: [],
  groups: [
    { round: "SR 1", seat: "Ann", steps: [step(4), step(7)], passes: 1 },
    { round: "SR 1", seat: "Bob", steps: [step(5)], passes: 0 },
  ],
  hexes: [
    {
      place: 1,
      hex: "H7",
      tile_before: null,
      tile: "8",
      rotation_before: null,
      rotation: 1,
      tokens_before: [],
      tokens: [],
      steps: [4],
    },
  ],
  prices: [{ corp: "GW", before: 100, after: 90 }],
  holdings: [
    { corp: "GW", place: "Bob", player: true, before: 10, after: 0 },
    { corp: "CPR", place: "pool", player: false, before: 0, after: 10 },
  ],
  presidents: [],
  cash: [{ name: "Ann", before: 1, after: 2 }],
  rusted: [],
  undone: 0,
  lost: 0,
};

test("the steps of all players are in the order in which they happened", () => {
  expect(stepsOf(digest).map(({ number }) => number)).toEqual([4, 5, 7]);
});

test("the page marks hexes that differ, and all whose price, holding or cash changed", () => {
  expect(changesOf(digest)).toEqual({ hexes: ["H7"], corps: ["GW", "CPR"], players: ["Ann", "Bob"] });
  expect(placesOf(digest).get("H7")).toBe(1);
});

test("undone moves are mentioned once", () => {
  expect(undoneText(digest)).toBe("");
  expect(undoneText({ ...digest, undone: 2, lost: 1 })).toBe(
    "2 of the new moves were undone. A move that you knew was undone.",
  );
});

test("a digest without moves reports only that known moves were undone", () => {
  expect(reports({ ...digest, groups: [] })).toBe(false);
  expect(reports({ ...digest, groups: [], lost: 1 })).toBe(true);
});
