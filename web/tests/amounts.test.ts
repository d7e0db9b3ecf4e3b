import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Action, ActionKind, Tried, View } from "../src/api/types";
import { Selection } from "../src/state/selection.svelte";
import { choice } from "./made";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** All number fields of the dock: the kind of action, its field, the legal range and its step. */
const FIELDS: [ActionKind, string, number, number, number][] = [
  ["bid", "amount", 45, 600, 5],
  ["buy_train", "price", 1, 280, 1],
  ["buy_private", "price", 0, 51, 1],
  ["sell_shares", "count", 1, 3, 1],
  ["issue_shares", "count", 1, 2, 1],
  ["redeem_shares", "count", 1, 3, 1],
  ["redeem_loans", "count", 1, 2, 1],
  ["redeem_bonds", "count", 1, 4, 1],
];
const WHY = { error: "", rule: "18gl.isr.bid-increments", section: "", why: "bids are multiples of $5" };

function made(answer: (action: Action) => Promise<Tried | undefined> = () => Promise.resolve(WHY as Tried)) {
  const asked: Action[] = [];
  const previewed: Action[] = [];
  const selection = new Selection({
    view: () => ({ live: true, decision: null }) as unknown as View,
    attempt: (action) => {
      previewed.push(action);
      return Promise.reject(new Error());
    },
    refusal: (action) => {
      asked.push(action);
      return answer(action);
    },
    send: () => Promise.resolve(),
  });
  return { selection, asked, previewed };
}

test.each(FIELDS)(
  "%s: a refused %s gets the reason and the rule of the referee",
  async (kind, field, low, high, step) => {
    const { selection, asked, previewed } = made();
    const action = { kind, player: "Ann", [field]: low } as Action;
    const offered = choice({ action, amounts: { field, low, high, step } });
    const wrong = [low - 1, high + step, ...(step > 1 ? [low + 1] : [])];
    for (const amount of wrong) {
      selection.choose(offered, amount);
      expect(selection.chosen?.action).toBeNull();
      await vi.runAllTimersAsync();
      expect(asked.at(-1)).toEqual({ ...action, [field]: amount });
      expect(selection.refusal).toEqual({ why: WHY.why, rule: WHY.rule });
    }
    for (const amount of [low, high]) {
      selection.choose(offered, amount);
      await vi.runAllTimersAsync();
      expect(selection.chosen?.action).toEqual({ ...action, [field]: amount });
      expect(selection.refusal).toBeNull();
    }
    expect([asked.length, previewed.length]).toEqual([wrong.length, 2]);
  },
);

const bid = choice({
  action: { kind: "bid", player: "Ann", private: "flos", amount: 45 },
  amounts: { field: "amount", low: 45, high: 600, step: 5 },
});

test.each([null, NaN, 52.5])("%s is no whole number, so the referee is not asked", async (amount) => {
  const { selection, asked } = made();
  selection.choose(bid, amount);
  await vi.runAllTimersAsync();
  expect(asked).toEqual([]);
  expect(selection.refusal).toEqual({ why: "", rule: "" });
});

test("the first digits of a number send no request", async () => {
  const { selection, asked } = made();
  for (const amount of [1, 12, 122]) selection.choose(bid, amount);
  await vi.runAllTimersAsync();
  expect(asked.map(({ amount }) => amount)).toEqual([122]);
});

test("the reason is requested again after a lost connection", async () => {
  const { selection, asked } = made();
  selection.choose(bid, 46);
  await vi.runAllTimersAsync();
  selection.again();
  expect(selection.refusal).toBeNull();
  await vi.runAllTimersAsync();
  expect(selection.refusal?.rule).toBe(WHY.rule);
  expect(asked.length).toBe(2);
});

test("a late answer says nothing about a newer amount", async () => {
  let answer: (found: Tried) => void = () => undefined;
  const { selection } = made(() => new Promise((done) => (answer = done)));
  selection.choose(bid, 46);
  await vi.runAllTimersAsync();
  selection.choose(bid, 50);
  answer(WHY as Tried);
  await vi.runAllTimersAsync();
  expect(selection.refusal).toBeNull();
});

test("without an answer the page can only name the range", async () => {
  for (const answer of [() => Promise.reject(new Error()), () => Promise.resolve(undefined)]) {
    const { selection } = made(answer);
    selection.choose(bid, 46);
    await vi.runAllTimersAsync();
    expect(selection.refusal).toEqual({ why: "", rule: "" });
  }
});
