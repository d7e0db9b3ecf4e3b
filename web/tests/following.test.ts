import { expect, test } from "vitest";
import { lastMoves, presidentOf, sharesOf } from "../src/model/following";
import { boxOn, companiesOf, percentIn, tilesLeft, trainsLeft } from "../src/model/moderatorSheet";
import { followPath, placeOf, sheetOf } from "../src/model/paths";
import { pathOfModules } from "../src/model/qrPath";
import { isLoopback } from "../src/model/reach";
import type { Board, Corporation, View } from "../src/api/types";

const held = (place: string, shares: number, player = true) => ({
  place,
  player,
  shares,
  percent: 10 * shares,
  price: null,
});
const corp = (id: string, more: Partial<Corporation>) =>
  ({ id, status: "floated", price: 80, order: 1, president: "Ann", holdings: [], ...more }) as Corporation;

const GAME = {
  players: [
    {
      name: "Ann",
      shares: [
        { corp: "GT", percent: 20, president: false },
        { corp: "LPS", percent: 30, president: true },
        { corp: "WR", percent: 20, president: true },
      ],
    },
  ],
  corporations: [
    corp("BB", { status: "unstarted", price: null, order: null, president: "" }),
    corp("CGR", { status: "unstarted", price: null, order: null, president: "" }),
    corp("WR", { status: "started", price: null, order: null, holdings: [held("Ann", 2)] }),
    corp("LPS", { price: 65, order: 2, holdings: [held("Ann", 3), held("pool", 4, false)] }),
    // A player with the name of a place is another holder.
    corp("GT", { price: 100, president: "pool", holdings: [held("Ann", 2), held("pool", 6), held("pool", 1, false)] }),
    corp("TGB", { status: "closed" }),
  ],
  forms: { corp: "CGR", stage: "never" },
  chart: [{ row: 2, column: 4, tokens: ["GT", "LPS"] }],
  trains: [
    { type: "2", price: 100, left: 0 },
    { type: "3", price: 225, left: 2 },
    { type: "D", price: 1100, left: null },
  ],
  tiles_left: { "9": 3, "14": 1, "8": 0, "57": null },
} as unknown as View;

test("a phone shows the shares of its player with their value, the most valuable first", () => {
  expect(sharesOf(GAME, "Ann")).toEqual([
    { corp: "GT", percent: 20, president: false, price: 100, value: 200 },
    { corp: "LPS", percent: 30, president: true, price: 65, value: 195 },
    { corp: "WR", percent: 20, president: true, price: null, value: null },
  ]);
  expect(presidentOf(GAME, "Ann").map(({ id }) => id)).toEqual(["LPS", "WR"]);
});

test("the last moves have all their lines, the latest first", () => {
  const line = (number: number, text: string) => ({ number, text });
  const few = [line(4, "a"), line(5, "b"), line(5, "c"), line(6, "d")];
  const moves = (last_entries: View["last_entries"]) => lastMoves({ last_entries } as View, 2);
  expect(moves(few)).toEqual([
    { number: 6, lines: ["d"] },
    { number: 5, lines: ["b", "c"] },
  ]);
  // The list of twelve lines may have cut off the first lines of its first move.
  const cut = [...Array.from({ length: 11 }, () => line(7, "e")), line(8, "f")];
  expect(moves(cut)).toEqual([{ number: 8, lines: ["f"] }]);
});

test("the sheet has the companies in operating order, without those that never start", () => {
  expect(companiesOf(GAME).map(({ id }) => id)).toEqual(["GT", "LPS", "BB", "WR"]);
  const gt = companiesOf(GAME)[0]!;
  expect([percentIn(gt, "pool"), percentIn(gt, "pool", true), percentIn(gt, "offering")]).toEqual([10, 60, 0]);
  expect([boxOn(GAME, "LPS"), boxOn(GAME, "BB")]).toEqual([{ row: 3, column: 5, below: 1 }, null]);
});

test("the sheet has the trains and tiles that are left", () => {
  expect(trainsLeft(GAME).map(({ type, left }) => [type, left])).toEqual([
    ["3", 2],
    ["D", null],
  ]);
  const board = {
    tiles: {
      "57": { colour: "yellow" },
      "9": { colour: "yellow" },
      "8": { colour: "yellow" },
      "14": { colour: "green" },
    },
  } as unknown as Board;
  expect(tilesLeft(GAME, board)).toEqual([
    {
      colour: "yellow",
      tiles: [
        { tile: "9", left: 3 },
        { tile: "57", left: null },
      ],
    },
    { colour: "green", tiles: [{ tile: "14", left: 1 }] },
  ]);
});

test.each(["Ann", "Zoë O’Neil", "a/b?c#d", "100%"])("the address that follows %s leads to this player", (name) => {
  const [path] = followPath("x-1", name).split("?");
  expect(placeOf(path!)).toMatchObject({ followed: "x-1", player: name, game: null });
});

test("the pages that only show a game have their own addresses", () => {
  expect(placeOf(followPath("x1"))).toEqual({ followed: "x1", game: null, at: null });
  expect(placeOf("/g/x1/follow/100%")).toMatchObject({ player: "100%" });
  expect(sheetOf("x1", 12)).toBe("/g/x1/sheet?at=12");
  expect(placeOf(sheetOf("x1"))).toEqual({ sheet: "x1", game: null, at: null });
});

test.each([
  ["localhost", true],
  ["127.0.0.1", true],
  ["[::1]", true],
  ["192.168.1.20", false],
  ["games.example.org", false],
])("only this machine reaches %s: %s", (host, local) => {
  expect(isLoopback(host)).toBe(local);
});

test("a code is drawn with one rectangle for each run of modules", () => {
  const rows = ["##.", "..#", "..."];
  expect(pathOfModules({ size: 3, get: (x, y) => rows[y]![x] === "#" })).toBe("M0,0h2v1h-2zM2,1h1v1h-1z");
});
