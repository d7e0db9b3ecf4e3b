import { expect, test } from "vitest";
import { entriesSince, linesOf, told } from "../src/lib/entries";
import { entry } from "./made";

const line = (text: string) => ({ text, rule: "" });

test("an entry of several lines is told in one", () => {
  expect(told(entry({ lines: [line("GT runs for $1,200"), line("the price rises")] }))).toBe(
    "Ann: GT runs for $1,200; the price rises",
  );
});

test("a step that was passed over is told too, an undo that says nothing is not", () => {
  expect(told(entry({ lines: [] }))).toBe("Ann goes on");
  expect(linesOf(entry({ kind: "undo", seat: "", lines: [] }))).toEqual([]);
});

test("what others did since a seat acted last", () => {
  const log = [
    entry({ number: 1, seat: "Ann" }),
    entry({ number: 2, seat: "Bob" }),
    entry({ number: 3, seat: "", kind: "undo" }),
    entry({ number: 4, seat: "Cy" }),
  ];
  expect(entriesSince(log, "Ann").map(({ number }) => number)).toEqual([2, 4]);
  expect(entriesSince(log, "Cy")).toEqual([]);
  expect(entriesSince(log, "Dee")).toEqual([]);
});
