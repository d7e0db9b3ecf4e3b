import { expect, test } from "vitest";
import { shelved } from "../src/model/sandboxes";
import type { GameInfo } from "../src/api/types";

const game = (id: string, moved: number, from: string | null = null) =>
  ({ id, moved: `2026-01-0${moved}`, origin: from ? { game: from, at: 3 } : null }) as GameInfo;
const read = (games: GameInfo[]) =>
  shelved(games).map(({ game: { id }, sandboxes }) => [id, sandboxes.map((each) => each.id)]);

test("what was touched last lies first", () =>
  expect(read([game("a", 1), game("b", 3), game("c", 2)])).toEqual([
    ["b", []],
    ["c", []],
    ["a", []],
  ]));

test("sandboxes lie under their game, and so do those that began in a sandbox", () =>
  expect(read([game("a", 1), game("s", 4, "a"), game("t", 5, "s"), game("b", 2)])).toEqual([
    ["b", []],
    ["a", ["t", "s"]],
  ]));

test("a sandbox whose game is not there lies by itself, and no circle is walked for ever", () => {
  expect(read([game("s", 1, "gone")])).toEqual([["s", []]]);
  expect(
    read([game("a", 1, "b"), game("b", 2, "a")])
      .flat(2)
      .sort(),
  ).toEqual(["a", "b"]);
});
