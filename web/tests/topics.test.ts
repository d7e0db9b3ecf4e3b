import { expect, test } from "vitest";
import { topicsOf } from "../src/model/topics";
import { entry } from "./made";

test.each([
  ["lay_tile", ["track and tokens"]],
  ["dividend", ["runs and dividends"]],
  ["buy_train", ["trains"]],
  ["buy_share", ["shares and money"]],
  ["pass", []],
] as const)("%s is about %s", (action, topics) => {
  expect(topicsOf(entry({ action }))).toEqual(topics);
});

test.each(["round_began", "phase_began"])("%s tells that a round or a phase begins", (event) => {
  expect(topicsOf(entry({ events: [{ event: "passed" }, { event }] }))).toEqual(["rounds and phases"]);
  expect(topicsOf(entry({ events: [{ event: "passed" }] }))).toEqual([]);
});

test("an undo is about nothing", () => {
  expect(topicsOf(entry({ kind: "undo", action: null }))).toEqual([]);
});
