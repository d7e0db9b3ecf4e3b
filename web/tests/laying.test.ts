import { expect, test } from "vitest";
import { tilesOf } from "../src/model/laying";
import { choice, lay } from "./made";

test("choices are put together by tile, and by the private whose power lays it", () => {
  const found = tilesOf([lay(0, "57", 0), lay(1, "6", 2), lay(2, "57", 1), lay(3, "57", 1, "flos"), choice({ id: 4 })]);
  expect(found.map((ways) => ways.map(({ id }) => id))).toEqual([[0, 2], [1], [3]]);
});
