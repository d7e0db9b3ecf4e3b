import { expect, test } from "vitest";
import { addressOf, listedOf, MOST_PAGES } from "../src/model/gameFilter";

const PLAIN = { shelf: "finished", title: "", player: "", text: "", pages: 1 } as const;

test.each([
  [PLAIN, "/games"],
  [{ ...PLAIN, shelf: "watched", title: "1856" } as const, "/games?shelf=watched&title=1856"],
  [
    { ...PLAIN, player: "Ann & Bob", text: "50 % = ü", pages: 3 },
    "/games?player=Ann+%26+Bob&text=50+%25+%3D+%C3%BC&pages=3",
  ],
])("a list and its address lead to each other: %#", (listed, address) => {
  expect(addressOf(listed)).toBe(address);
  expect(listedOf(address.slice("/games".length))).toEqual(listed);
});

test.each(["?shelf=none&pages=x&more=1", "?pages=0", "?pages=-2", "?pages=1.5", "?title=%20"])(
  "what %s says wrongly is as if it were not there",
  (search) => {
    expect(listedOf(search)).toEqual(PLAIN);
  },
);

test("an address asks for so many pages, and for words that the server takes", () => {
  expect(listedOf(`?pages=1000000&player=${"x".repeat(500)}`)).toEqual({
    ...PLAIN,
    player: "x".repeat(100),
    pages: MOST_PAGES,
  });
});
