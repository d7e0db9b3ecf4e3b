import { expect, test } from "vitest";
import { pathOf, placeOf } from "../src/model/paths";

test.each([
  ["/", null, null],
  ["/g/a-game", "a-game", null],
  ["/g/a-game/", "a-game", null],
  ["/g/a-game/at/0", "a-game", 0],
  ["/g/a-game/at/12", "a-game", 12],
  ["/g/a-game/at/now", null, null],
  ["/g/a game", null, null],
  ["/elsewhere", null, null],
])("%s leads to game %s, moment %s", (path, game, at) => {
  expect(placeOf(path)).toEqual({ game, at });
});

test.each([
  [null, null],
  ["x1", null],
  ["x1", 0],
  ["x1", 77],
])("the address of game %s, moment %s leads back to it", (game, at) => {
  expect(placeOf(pathOf(game, at))).toEqual({ game, at });
});

test("a league has a page of its own", () => {
  expect(placeOf("/leagues/a1-B_2")).toEqual({ league: "a1-B_2", game: null, at: null });
});

test.each(["me", "join", "reset", "games", "scores", "ratings", "leagues"])(
  "/%s leads to a page of its own",
  (page) => {
    expect(placeOf(`/${page}`)).toEqual({ page, game: null, at: null });
  },
);
