import { expect, test } from "vitest";
import { tilesOf, tried } from "../src/lib/laying";
import { choice, lay } from "./made";

test("choices are put together by tile, and by the private whose power lays it", () => {
  const found = tilesOf([lay(0, "57", 0), lay(1, "6", 2), lay(2, "57", 1), lay(3, "57", 1, "flos"), choice({ id: 4 })]);
  expect(found.map((ways) => ways.map(({ id }) => id))).toEqual([[0, 2], [1], [3]]);
});

test("a tile that is tried again turns to the next way in which it fits, and after the last to the first", () => {
  const ways = [lay(4, "57", 0), lay(5, "57", 3)];
  const first = tried(ways, null);
  expect(first).toEqual({ hex: "D17", tile: "57", rotation: 0, choice: 4 });
  const second = tried(ways, first);
  expect(second).toMatchObject({ rotation: 3, choice: 5 });
  expect(tried(ways, second)).toEqual(first);
});

test("another tile begins with its first way", () => {
  const now = tried([lay(4, "57", 0), lay(5, "57", 3)], null);
  expect(tried([lay(7, "6", 2)], now)).toEqual({ hex: "D17", tile: "6", rotation: 2, choice: 7 });
});
