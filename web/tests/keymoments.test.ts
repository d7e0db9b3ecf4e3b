import { expect, test } from "vitest";
import { marksOf, signOf } from "../src/model/keyMoments";
import { signed } from "../src/model/money";
import type { KeyMoment } from "../src/api/types";

const key = (number: number, kind: KeyMoment["kind"], mark = ""): KeyMoment => ({ number, kind, text: "", mark });

test("a phase is marked by its name, all else by a sign", () => {
  expect(signOf(key(1, "phase", "3"))).toBe("3");
  expect(signOf(key(1, "formation"))).toBe("★");
});

test("where marks would cover each other the one that counts most has room", () => {
  const marks = marksOf([key(10, "gain"), key(11, "phase", "4"), key(90, "loss")], 100, 500);
  expect(marks.map(({ shown }) => shown)).toEqual([false, true, true]);
  expect(marks.map(({ part }) => part)).toEqual([0.1, 0.11, 0.9]);
});

test("sums have their sign", () => {
  expect([signed(1350), signed(-20)]).toEqual(["+$1,350", "−$20"]);
});
