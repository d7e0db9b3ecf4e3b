import { expect, test } from "vitest";
import { isPass, topicsOf } from "../src/lib/topics";
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

test("an undo is about nothing", () => {
  expect(topicsOf(entry({ kind: "undo", action: null }))).toEqual([]);
});

test("a pass of which something came is no mere pass", () => {
  const line = { text: "", rule: "" };
  expect(isPass(entry({ action: "pass", lines: [line] }))).toBe(true);
  expect(isPass(entry({ action: "pass", lines: [line, line] }))).toBe(false);
  expect(isPass(entry({ action: "bid", lines: [line] }))).toBe(false);
});
