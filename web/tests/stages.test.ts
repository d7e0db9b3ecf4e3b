import { expect, test } from "vitest";
import { offMap, stageOf } from "../src/model/stages";
import { choice, decision, group, lay, view } from "./made";

const stock = (...groups: ReturnType<typeof group>[]) =>
  stageOf(view({ round: { kind: "stock" }, decision: decision({ groups }) }));

const home = { ...group("place_token"), choices: [lay(1, "57", 0)] };
const shares = { ...group("buy_share"), choices: [choice({ id: 2 })] };

test("a stock round is played on the market", () => {
  expect(stock(shares, group("pass"))).toBe("Market");
  expect(stock(home, shares)).toBe("Market");
  expect(stock()).toBe("Market");
});

test("what can only be done on hexes is done on the map, in any round", () => {
  expect(stock(home)).toBe("Map");
  expect(stock(home, { ...group("pass"), choices: [choice({ id: 3 })] })).toBe("Map");
});

test("so is what is listed of it, whatever else is to be decided", () => {
  const both = view({ round: { kind: "stock" }, raising: {}, decision: decision({ groups: [home, shares] }) });
  expect(stageOf(both)).toBe("Money");
  expect(stageOf(both, [home])).toBe("Map");
});

test("trains and dividends have no choice on the map, lays and runs need it", () => {
  const operating = (...groups: ReturnType<typeof group>[]) =>
    offMap(view({ round: { kind: "operating" }, decision: decision({ groups }) }));
  const train = { ...group("buy_train"), choices: [choice({ id: 2 })] };
  expect(operating(train, group("pass"))).toBe(true);
  expect(operating(group("dividend"))).toBe(true);
  expect(operating(home, train)).toBe(false);
  expect(operating(group("run"))).toBe(false);
  expect(operating()).toBe(false);
  expect(offMap(view({ round: { kind: "stock" }, decision: decision({ groups: [shares] }) }))).toBe(false);
});
