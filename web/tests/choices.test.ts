import { expect, test } from "vitest";
import { keyOf } from "../src/model/choices";
import { choice } from "./made";

const bid = (amount: number, what = "flos") =>
  choice({
    action: { kind: "bid", player: "Ann", private: what, amount },
    amounts: { field: "amount", low: amount, high: 500, step: 5 },
  });

test("a choice keeps its key while others raise its lowest amount", () => {
  expect(keyOf(bid(25))).toBe(keyOf(bid(90)));
});

test("what is bid for, and who bids, tells choices apart", () => {
  expect(keyOf(bid(25))).not.toBe(keyOf(bid(25, "tunnel")));
  expect(keyOf(bid(25))).not.toBe(keyOf({ ...bid(25), action: { ...bid(25).action!, player: "Bob" } }));
});
