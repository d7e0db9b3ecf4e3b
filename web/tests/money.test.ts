import { expect, test } from "vitest";
import { dollars } from "../src/model/money";

test.each([
  [0, "$0"],
  [90, "$90"],
  [10560, "$10,560"],
  [-50, "−$50"],
  [-1200, "−$1,200"],
])("%d is written %s", (amount, written) => {
  expect(dollars(amount)).toBe(written);
});
