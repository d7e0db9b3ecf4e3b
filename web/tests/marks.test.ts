import { expect, test } from "vitest";
import { mark } from "../src/model/runMarks";

test("six runs differ in colour, in pattern and in letter", () => {
  const marks = Array.from({ length: 6 }, (_, index) => mark(index));
  for (const what of ["colour", "dash", "letter"] as const)
    expect(new Set(marks.map((each) => each[what])).size).toBe(6);
});

test("there is a mark for any run", () => {
  expect(mark(26).letter).toBe("A");
  expect(mark(27)).toMatchObject({ letter: "B", colour: mark(3).colour });
});
