import { expect, test } from "vitest";
import { compared, heading, tokensOf } from "../src/model/formation";
import type { Formation, Future } from "../src/api/types";

const future = (choice: number, about: string, name: string, tokens: [string, number][] = []): Future =>
  ({ choice, about, name, tokens: tokens.map(([hex, stop]) => ({ hex, stop, home: true })) }) as unknown as Future;
const lost = future(0, "THB", "THB: leave the debt unpaid");
const paid = future(1, "TGB", "TGB: Bob pays");
const unpaid = future(2, "TGB", "TGB: leave the debt unpaid");
const formation = { futures: [lost, paid, unpaid] } as unknown as Formation;

test("where nothing is chosen the two futures of a real choice stand side by side", () => {
  expect(compared(formation, null)).toEqual([paid, unpaid]);
});

test("what is chosen is compared with what else can be done about the same company", () => {
  expect(compared(formation, 0)).toEqual([lost]);
  expect(compared(formation, 2)).toEqual([paid, unpaid]);
});

test("of many alike only the chosen one is shown", () => {
  const tokens = [future(0, "CGR", "a"), future(1, "CGR", "b"), future(2, "CGR", "c")];
  expect(compared({ futures: tokens } as unknown as Formation, 1)).toEqual([tokens[1]]);
});

test("a column does not say the company again", () => {
  expect(heading(paid)).toBe("Bob pays");
});

test("tokens of one future only are told from the sure ones", () => {
  const found = tokensOf([
    future(0, "A", "a", [["C14", 0]]),
    future(1, "A", "b", [
      ["C14", 0],
      ["K8", 1],
    ]),
  ]);
  expect(found.map(({ hex, sure }) => [hex, sure])).toEqual([
    ["C14", true],
    ["K8", false],
  ]);
});
