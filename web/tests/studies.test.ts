import { expect, test } from "vitest";
import { byMoment, momentOf, toggled } from "../src/model/studies";
import type { BoardMark, Comment } from "../src/api/studies";
import { entry } from "./made";

test("after an undo, a redo or a change of a seat, the game shows an earlier moment", () => {
  const log = [
    entry({ number: 1 }),
    entry({ number: 2 }),
    entry({ number: 3, kind: "undo", action: null, to: 1 }),
    entry({ number: 4, kind: "seat", action: null, to: null }),
    entry({ number: 5 }),
    entry({ number: 6, kind: "undo", action: null, to: 0 }),
  ];
  expect([0, 1, 2, 3, 4, 5, 6].map((at) => momentOf(log, at))).toEqual([0, 1, 2, 1, 1, 5, 0]);
});

test("drawing the same mark again removes it, in every colour", () => {
  const ring: BoardMark = { board: "map", at: "F15", to: null, colour: "green" };
  const arrow: BoardMark = { ...ring, to: "F17" };
  const both = toggled(toggled([], ring), arrow);
  expect(both).toEqual([ring, arrow]);
  expect(toggled(both, { ...ring, colour: "red" })).toEqual([arrow]);
  expect(toggled(both, { ...ring, board: "chart" })).toHaveLength(3);
});

test("comments are grouped by moment, in the order of the game", () => {
  const made = (key: string, moment: number) => ({ key, moment }) as Comment;
  const found = byMoment([made("a", 4), made("b", 0), made("c", 4)]);
  expect(found.map(([moment, comments]) => [moment, comments.map(({ key }) => key)])).toEqual([
    [0, ["b"]],
    [4, ["a", "c"]],
  ]);
});
