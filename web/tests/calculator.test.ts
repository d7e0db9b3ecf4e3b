import { afterEach, expect, test, vi } from "vitest";
import * as api from "../src/api/calculator";
import type { Calculated, Choices, Position } from "../src/api/calculator";
import type { Board } from "../src/api/types";
import {
  addressOf,
  beyond,
  emptyPosition,
  rotationOf,
  turned,
  withBonus,
  withCash,
  withFerry,
  withOwned,
  withToken,
  withTrain,
} from "../src/model/calculator";
import { Calculator } from "../src/state/calculator.svelte";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const choices: Choices = {
  phases: ["1", "2", "3"],
  trains: [
    { type: "2", phase: 0, counted: false },
    { type: "3", phase: 1, counted: true },
    { type: "4", phase: 2, counted: false },
  ],
  bonuses: [],
  ferries: [],
  readings: [],
};
const empty = emptyPosition("1856", choices, "B&O");

test("an address has all of a position, and the company last", () => {
  const position: Position = {
    title: "1856",
    company: "B&O",
    phase: "3",
    trains: ["3", "4"],
    tiles: { C14: { tile: "CHI-G", rotation: 1 }, D15: { tile: "8", rotation: 0 } },
    tokens: { C14: [["LPS", "B&O"], ["CA"]] },
    bonuses: { tunnel: "", port: "C14" },
    ferries: { west_east: 50 },
    owned: { "3": 4 },
    cash: null,
    reading: "",
  };
  expect(addressOf(position)).toBe(
    "phase=3&trains=3_4&tiles=C14.CHI-G.1_D15.8.0&tokens=C14.0.LPS_C14.0.B%26O_C14.1.CA&bonus=tunnel&bonus=port.C14" +
      "&ferry=west_east.50&owned=3.4&company=B%26O",
  );
  expect(addressOf(empty)).toBe("phase=1&trains=2&company=B%26O");
  // Older addresses have no cash and no reading. They keep their meaning.
  expect(addressOf({ ...empty, cash: 0, reading: "rails" })).toBe(
    "phase=1&trains=2&cash=0&reading=rails&company=B%26O",
  );
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

test("a company has some cash, or enough", () => {
  expect([withCash(empty, 30).cash, withCash(empty, -1).cash, withCash(empty, NaN).cash]).toEqual([30, 0, null]);
});

test("a tile that is chosen keeps the track, in the present rotation if possible", () => {
  const tile = (keeps: number[]) => ({ tile: "14", colour: "green", rotations: [0, 1, 2], keeps });
  const on = (rotation: number, tile = "57") => ({ tile, rotation });
  expect(rotationOf(tile([0, 2]), on(2))).toBe(2);
  expect(rotationOf(tile([0, 2]), on(1))).toBe(0);
  // No rotation keeps the track: the present one, or the first.
  expect([rotationOf(tile([]), on(1)), rotationOf(tile([]), on(5)), rotationOf(tile([]), undefined)]).toEqual([
    1, 0, 0,
  ]);
  // The tile on the hex stays as it is.
  expect(rotationOf(tile([0]), on(1, "14"))).toBe(1);
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

test("a late answer does not change the address of another page", async () => {
  const replaced: string[] = [];
  const place = { pathname: "/runs/1856", replace: (to: string) => void replaced.push(`page ${to}`) };
  vi.stubGlobal("location", place);
  vi.stubGlobal("history", { replaceState: (_: unknown, __: string, to: string) => void replaced.push(to) });
  let answer: (found: Calculated) => void = () => undefined;
  vi.spyOn(api, "best").mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  const calculator = new Calculator("1856", { corporations: [{ id: "B&O" }] } as Board, choices);
  const found = (trains: string[]) => ({ position: { ...empty, trains } }) as Calculated;

  // The page without a title gets one, and each change is in its address.
  place.pathname = "/runs";
  const opened = calculator.open("");
  answer(found(["2"]));
  await opened;
  expect(replaced).toEqual(["/runs/1856?phase=1&trains=2&company=B%26O"]);

  // The player leaves the page before the answer arrives.
  for (const elsewhere of ["/", "/g/abc", "/runs/1851"]) {
    const change = calculator.change((now) => ({ ...now, trains: ["3"] }));
    await vi.waitFor(() => expect(calculator.busy).toBe(true));
    place.pathname = elsewhere;
    answer(found(["3"]));
    await change;
    expect(calculator.position?.trains).toEqual(["3"]);
  }
  expect(replaced).toHaveLength(1);

  place.pathname = "/runs/1856";
  const back = calculator.undo();
  await vi.waitFor(() => expect(calculator.busy).toBe(true));
  answer(found(["2"]));
  await back;
  expect(replaced).toHaveLength(2);
});

test("a game of another title opens the calculator of its title", async () => {
  const replaced: string[] = [];
  vi.stubGlobal("location", { pathname: "/runs/1851", replace: (to: string) => void replaced.push(to) });
  const asked = vi.spyOn(api, "ofMoment").mockResolvedValue(empty);
  const best = vi.spyOn(api, "best").mockResolvedValue({ position: empty } as Calculated);
  const of = (title: string) => new Calculator(title, { corporations: [] } as unknown as Board, choices);
  await of("1851").open("?game=abc&at=7&company=B%26O");
  expect(asked.mock.calls).toEqual([["abc", "7", "B&O"]]);
  expect(replaced).toEqual(["/runs/1856?phase=1&trains=2&company=B%26O"]);
  expect(best).not.toHaveBeenCalled();
});
