import { expect, test } from "vitest";
import { automatic, type Wanted } from "../src/model/obvious";
import type { View } from "../src/api/types";
import { wishesOf } from "../src/model/preferences";

const pass = { kind: "pass", player: "Ann" };
const view = (why: string, others = "clerk") =>
  ({
    live: true,
    over: false,
    withheld: false,
    players: [
      { name: "Ann", seat_kind: "person" },
      { name: "Bob", seat_kind: others },
    ],
    decision: { seats: ["Ann"], obvious: { why, action: pass } },
  }) as unknown as View;
const wanted = (some: Partial<Wanted> = {}): Wanted => ({ wishes: wishesOf({}), here: null, guided: false, ...some });

test("a turn ends after a purchase in the guided game, or always", () => {
  expect(automatic(view("bought"), wanted())).toBeNull();
  expect(automatic(view("bought"), wanted({ guided: true }))).toEqual(pass);
  expect(automatic(view("bought"), wanted({ wishes: wishesOf({ ending: "always" }) }))).toEqual(pass);
  expect(automatic(view("bought"), wanted({ guided: true, wishes: wishesOf({ ending: "never" }) }))).toBeNull();
});

test("a decision with one choice is made against bots only, unless the player wants it always", () => {
  expect(automatic(view("only"), wanted())).toEqual(pass);
  expect(automatic(view("only", "person"), wanted())).toBeNull();
  expect(automatic(view("only", "person"), wanted({ wishes: wishesOf({ single: "always" }) }))).toEqual(pass);
  expect(automatic(view("only"), wanted({ wishes: wishesOf({ single: "never" }) }))).toBeNull();
});

test("nothing is decided for players at other screens, at earlier moments or in an unsolved puzzle", () => {
  expect(automatic(view("only"), wanted({ here: [] }))).toBeNull();
  expect(automatic({ ...view("only"), live: false }, wanted())).toBeNull();
  expect(automatic({ ...view("only"), withheld: true }, wanted())).toBeNull();
});
