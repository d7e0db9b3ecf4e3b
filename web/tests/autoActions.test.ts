import { expect, test } from "vitest";
import type { AutoAction } from "../src/api/autoActions";
import { blanks, filled, grouped, valueOf } from "../src/model/autoActions";

const pass: AutoAction = { kind: "pass", player: "Ann", buys: true, sells: true, starts: true };
const bid: AutoAction = { kind: "bid", player: "Ann", private: "bridge", limit: 105, outbid: "pass" };
const answer = (offer: "train" | "power" | "runs"): AutoAction => ({
  kind: "answer",
  player: "Ann",
  offer,
  accept: true,
  thing: "",
  price: null,
  asker: "",
});

test("each blank is a field of its auto-action", () => {
  for (const auto of [pass, bid, answer("train")])
    for (const { field } of blanks(auto)) expect(Object.keys(auto)).toContain(field);
});

test("requests without a price have no blank for it", () => {
  expect(blanks(answer("train")).map(({ field }) => field)).toEqual(["accept", "price"]);
  expect(blanks(answer("power")).map(({ field }) => field)).toEqual(["accept"]);
  expect(blanks(answer("runs"))).toEqual([]);
});

test("a filled blank changes only that field", () => {
  const changed = filled(bid, "limit", 130);
  expect(valueOf(changed, "limit")).toBe(130);
  expect(filled(changed, "limit", 105)).toEqual(bid);
});

test("offers are grouped by kind and keep their places", () => {
  const offers = [{ auto_action: bid }, { auto_action: pass }, { auto_action: bid }];
  expect(grouped(offers).map(({ heading, offers: found }) => [heading, found.map(({ index }) => index)])).toEqual([
    ["Pass", [1]],
    ["Bid up to a limit", [0, 2]],
  ]);
});
