import { expect, test } from "vitest";
import { roundOf, roundsOf, shortRound } from "../src/model/rounds";
import { entry } from "./made";

test.each([
  [{ kind: "operating", number: 3, index: 1 }, "OR 3.1"],
  [{ kind: "stock", number: 2, index: 0 }, "SR 2"],
  [{ kind: "opening", number: 1, index: 0 }, "Opening"],
])("a round in few letters", (key, short) => {
  expect(shortRound(key, "Opening")).toBe(short);
});

const made = (number: number, index: number) =>
  entry({ number, round: "any name", round_key: { kind: "operating", number: 1, index } });

test("rounds begin where their numbers change, whatever they are called", () => {
  expect(roundsOf([made(1, 1), made(2, 1), made(3, 2), made(4, 1)]).map(({ number }) => number)).toEqual([1, 3, 4]);
});

test("entries of older versions know their round by its name", () => {
  const old = (number: number, round: string) => entry({ number, round, round_key: null });
  expect(roundOf(old(1, "Stock round 1"))).toBe("Stock round 1");
  expect(roundsOf([old(1, "Stock round 1"), old(2, "Stock round 1"), old(3, "Stock round 2")])).toEqual([
    { number: 1, text: "Stock round 1" },
    { number: 3, text: "Stock round 2" },
  ]);
});
