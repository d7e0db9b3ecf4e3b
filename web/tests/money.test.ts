import { afterEach, describe, expect, it, test } from "vitest";
import { setLocale } from "../src/language/messages";
import { dollars, marginText, signed, totalText } from "../src/model/money";

afterEach(() => setLocale("en"));

test.each([
  [0, "$0", "0\u00a0$"],
  [-0, "$0", "0\u00a0$"],
  [90, "$90", "90\u00a0$"],
  [10560, "$10,560", "10.560\u00a0$"],
  [-50, "−$50", "−50\u00a0$"],
  [-1200, "−$1,200", "−1.200\u00a0$"],
])("%d is written %s in English and %s in German", (amount, english, german) => {
  expect(dollars(amount)).toBe(english);
  setLocale("de");
  expect(dollars(amount)).toBe(german);
});

test.each([
  [0, "+$0", "+0\u00a0$"],
  [350, "+$350", "+350\u00a0$"],
  [-1050, "−$1,050", "−1.050\u00a0$"],
])("a change of %d is written %s in English and %s in German", (amount, english, german) => {
  expect(signed(amount)).toBe(english);
  setLocale("de");
  expect(signed(amount)).toBe(german);
});

test("the pseudo-language writes amounts as English does", () => {
  setLocale("en-XA");
  expect([dollars(-1050), signed(350)]).toEqual(["−$1,050", "+$350"]);
});

describe("the margin of an estimate", () => {
  const estimate = { total: 350, low: 270, high: 430, never: false };
  const close = { total: 39, low: -761, high: 839, never: false };

  it("is said in a sentence about the first choice", () => {
    expect(marginText(estimate, false)).toBe(
      "The first choice is about $350 better than doing nothing. The outcome may be $80 more or less.",
    );
    expect(marginText({ ...estimate, total: -350 }, false)).toContain("about $350 worse than doing nothing");
    expect(marginText(estimate, true)).toContain("about $350 better than the next best");
    expect(totalText(estimate)).toBe("+$350 ± $80");
  });

  it("makes choices equal if it is larger than their difference", () => {
    expect([totalText(close), totalText({ ...close, total: -39 })]).toEqual(["about equal", "about equal"]);
    expect(marginText(close, true)).toBe(
      "The first choice and the next best are about equal. The bot cannot tell which is better.",
    );
    expect(marginText(close, false)).toBe("");
    expect(totalText({ ...close, low: null, high: null })).toBe("+$39");
    expect(totalText({ ...close, never: true })).toBe("ruled out");
  });

  it("is unknown for a choice that is ruled out, or with which others are compared", () => {
    expect(marginText({ ...estimate, never: true }, false)).toBe("");
    expect(marginText({ ...estimate, low: null, high: null }, false)).toBe("");
  });
});
