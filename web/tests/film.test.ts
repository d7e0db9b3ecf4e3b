import { expect, test } from "vitest";
import { changed, type Film, momentsOf } from "../src/model/patches";

test("a change makes a new value and shares what stays", () => {
  const before = { map: { A1: ["7", 2] }, players: [{ cash: 5 }, { cash: 9 }], gone: 1 };
  const after = changed(before, { players: { "1": { cash: [4] } }, gone: null }) as typeof before;
  expect(after).toEqual({ map: { A1: ["7", 2] }, players: [{ cash: 5 }, { cash: 4 }] });
  expect(after.map).toBe(before.map);
  expect(after.players[0]).toBe(before.players[0]);
  expect(before.players[1]).toEqual({ cash: 9 });
});

test("a value takes the place of another, null and lists among them", () => {
  expect(changed({ a: 1 }, { a: [null] })).toEqual({ a: null });
  expect(changed({ a: [1] }, { a: [[1, 2]] })).toEqual({ a: [1, 2] });
  expect(changed({ a: 1 }, {})).toEqual({ a: 1 });
});

test("the moments of a film follow from each other", () => {
  const film = { view: { at: 0 }, changes: [{ at: [1] }, {}, { at: [3] }] } as unknown as Film;
  expect(momentsOf(film).map(({ at }) => at)).toEqual([0, 1, 1, 3]);
});
