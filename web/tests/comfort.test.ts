import { expect, test } from "vitest";
import { awaits, titleOf, turnCame } from "../src/model/alerts";
import type { View } from "../src/api/types";
import { lookOf, wishesOf } from "../src/model/preferences";

const PLAYERS = [
  { name: "Ann", seat_kind: "person" },
  { name: "Bob", seat_kind: "person" },
  { name: "Cy", seat_kind: "random" },
];
const turn = (...seats: string[]) =>
  ({ players: PLAYERS, live: true, over: false, title: "1851", decision: { seats } }) as unknown as View;

test("what was kept is taken where it makes sense", () => {
  expect(wishesOf({ theme: "dark", text: "huge", map: 3, more: 1 })).toMatchObject({
    theme: "dark",
    text: "usual",
    map: "usual",
  });
  expect(wishesOf(null)).toEqual(wishesOf("nonsense"));
  expect(lookOf(wishesOf({ theme: "dark" }))).toMatchObject({ theme: "dark", palette: "usual" });
});

test("people around one screen hear nothing from each other, but after a random player", () => {
  expect(turnCame(turn("Ann"), turn("Bob"), null)).toBe(false);
  expect(turnCame(turn("Cy"), turn("Ann"), null)).toBe(true);
  expect(turnCame(turn("Ann"), turn("Cy"), null)).toBe(false);
  expect(turnCame(null, turn("Ann"), null)).toBe(false);
});

test("who sits here alone is called by the others' turns", () => {
  expect(turnCame(turn("Ann"), turn("Bob"), ["Bob"])).toBe(true);
  expect(turnCame(turn("Ann"), turn("Bob", "Cy"), ["Bob"])).toBe(true);
  expect(turnCame(turn("Bob"), turn("Bob"), ["Bob"])).toBe(false);
  expect(awaits({ ...turn("Bob"), live: false } as View, ["Bob"])).toBe(false);
});

test("the title has a badge at my turn", () => {
  expect(titleOf(turn("Bob"), ["Bob"])).toBe("● Bob · 1851 · Trunkline");
  expect(titleOf(turn("Ann"), ["Bob"])).toBe("Ann · 1851 · Trunkline");
  expect(titleOf({ ...turn(), over: true } as View, null)).toBe("Over · 1851 · Trunkline");
});
