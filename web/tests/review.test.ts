import { expect, test } from "vitest";
import { marked, percent } from "../src/state/review.svelte";
import type { Cost, SheetRow } from "../src/api/types";

const key = (number: number, index: number) => ({ kind: index ? "operating" : "stock", number, index });
const row = (number: number, index: number) => ({ round_key: key(number, index) }) as SheetRow;
const cost = (number: number, index: number) => ({ round_key: key(number, index) }) as Cost;

test("turning points are marked at their rounds, each round once", () => {
  const rounds = [row(1, 0), row(1, 1), row(2, 0), row(2, 1)];
  expect(marked([cost(2, 1), cost(1, 1), cost(2, 1)], rounds)).toEqual([1, 3]);
  expect(marked([cost(9, 9)], rounds)).toEqual([]);
});

test("a review that has not begun has come nowhere", () => {
  expect(percent({ done: 0, budget: 0, over: false })).toBe(0);
  expect(percent({ done: 59_999, budget: 60_000, over: false })).toBe(99);
  expect(percent({ done: 60_000, budget: 60_000, over: false })).toBe(99);
  expect(percent({ done: 60_000, budget: 60_000, over: true })).toBe(100);
});
