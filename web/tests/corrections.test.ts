import { expect, test } from "vitest";
import { corrects } from "../src/model/logEntries";
import { correctionOf, THINGS, type Wish } from "../src/model/corrections";

const WISH: Wish = {
  thing: "cash",
  player: "Ann",
  reason: " counted again ",
  owner: "GT",
  amount: 120,
  corp: "LPS",
  source: "pool",
  target: "Bob",
  count: 1,
  president: "Bob",
  private: "flos",
  hex: " d17 ",
  tile: "57",
  rotation: 2,
  stop: 0,
  placed: true,
  type: "3",
  box: "2,5",
};
const HEAD = { player: "Ann", reason: "counted again" };

test("each thing has its own fields", () => {
  const made = Object.fromEntries(THINGS.map((thing) => [thing, correctionOf({ ...WISH, thing })]));
  expect(made).toEqual({
    cash: { kind: "correct_cash", ...HEAD, owner: "GT", amount: 120 },
    shares: { kind: "correct_shares", ...HEAD, corp: "LPS", source: "pool", target: "Bob", count: 1 },
    president: { kind: "correct_president", ...HEAD, corp: "LPS", president: "Bob" },
    private: { kind: "correct_private", ...HEAD, private: "flos", owner: "GT" },
    tile: { kind: "correct_tile", ...HEAD, hex: "D17", tile: "57", rotation: 2 },
    token: { kind: "correct_token", ...HEAD, corp: "LPS", hex: "D17", stop: 0, placed: true },
    train: { kind: "correct_train", ...HEAD, type: "3", source: "pool", target: "Bob" },
    price: { kind: "correct_price", ...HEAD, corp: "LPS", row: 2, column: 5 },
  });
});

test("a removed tile has no rotation", () => {
  expect(correctionOf({ ...WISH, thing: "tile", tile: "" })).toMatchObject({ tile: "", rotation: 0 });
});

test("the log knows corrections", () => {
  expect((["correct_cash", "pass", null] as const).map((action) => corrects({ action }))).toEqual([true, false, false]);
});
