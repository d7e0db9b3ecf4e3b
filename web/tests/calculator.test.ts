import { expect, test } from "vitest";
import type { Choices, Position } from "../src/api/calculator";
import {
  addressOf,
  beyond,
  emptyPosition,
  turned,
  withBonus,
  withFerry,
  withOwned,
  withToken,
  withTrain,
} from "../src/model/calculator";

const choices: Choices = {
  phases: ["1", "2", "3"],
  trains: [
    { type: "2", phase: 0, counted: false },
    { type: "3", phase: 1, counted: true },
    { type: "4", phase: 2, counted: false },
  ],
  bonuses: [],
  ferries: [],
};
const empty = emptyPosition(choices, "B&O");

test("an address has all of a position, and the company last", () => {
  const position: Position = {
    company: "B&O",
    phase: "3",
    trains: ["3", "4"],
    tiles: { C14: { tile: "CHI-G", rotation: 1 }, D15: { tile: "8", rotation: 0 } },
    tokens: { C14: [["LPS", "B&O"], ["CA"]] },
    bonuses: { tunnel: "", port: "C14" },
    ferries: { west_east: 50 },
    owned: { "3": 4 },
  };
  expect(addressOf(position)).toBe(
    "phase=3&trains=3_4&tiles=C14.CHI-G.1_D15.8.0&tokens=C14.0.LPS_C14.0.B%26O_C14.1.CA&bonus=tunnel&bonus=port.C14" +
      "&ferry=west_east.50&owned=3.4&company=B%26O",
  );
  expect(addressOf(empty)).toBe("phase=1&trains=2&company=B%26O");
});

test("a train starts its phase, and an old one does not go back", () => {
  const later = withTrain(empty, choices, "4");
  expect([later.trains, later.phase]).toEqual([["2", "4"], "3"]);
  expect(withTrain(later, choices, "2").phase).toBe("3");
  // All companies have as many as the company has: the server refuses fewer.
  const one = { ...empty, trains: ["3"], owned: { "3": 1 } };
  expect(withTrain(one, choices, "3").owned).toEqual({});
  expect(withTrain({ ...one, owned: { "3": 4 } }, choices, "3").owned).toEqual({ "3": 4 });
});

test("a token comes and goes", () => {
  const one = withToken(empty, "L15", 1, "THB");
  expect(one.tokens).toEqual({ L15: [[], ["THB"]] });
  const two = withToken(one, "L15", 1, "GW");
  expect(two.tokens).toEqual({ L15: [[], ["THB", "GW"]] });
  expect(withToken(two, "L15", 1, "THB").tokens).toEqual({ L15: [[], ["GW"]] });
  expect(withToken(one, "L15", 1, "THB").tokens).toEqual({});
});

test("bonuses, ferries and numbers of trains are set and left out", () => {
  const port = withBonus(empty, "port", "C14");
  expect(port.bonuses).toEqual({ port: "C14" });
  expect(withBonus(port, "port", null).bonuses).toEqual({});
  const ferry = withFerry(empty, "east", 0);
  expect(ferry.ferries).toEqual({ east: 0 });
  expect(withFerry(ferry, "east", null).ferries).toEqual({});
  const three = withTrain(empty, choices, "3");
  expect(withOwned(three, "3", 4).owned).toEqual({ "3": 4 });
  // No fewer than its own, and none for a type that it does not have.
  expect(withOwned(three, "3", 1).owned).toEqual({});
  expect(withOwned(empty, "3", 4).owned).toEqual({});
});

test("a tile turns through the rotations that fit", () => {
  expect([turned([0, 2, 5], 2, 1), turned([0, 2, 5], 5, 1), turned([0, 2, 5], 0, -1)]).toEqual([5, 0, 5]);
  expect(turned([], 3, 1)).toBe(3);
});

test("an arrow leads to the next hex in its direction", () => {
  const hexes = { A1: { x: 0, y: 0 }, A3: { x: 0, y: 170 }, B2: { x: 150, y: 85 }, C1: { x: 300, y: 0 } };
  expect(beyond(hexes, "A1", [0, 1])).toBe("A3");
  expect(beyond(hexes, "A1", [1, 0])).toBe("B2");
  expect(beyond(hexes, "B2", [1, 0])).toBe("C1");
  expect(beyond(hexes, "C1", [1, 0])).toBe("C1");
  expect(beyond(hexes, "Z9", [1, 0])).toBe("Z9");
});
