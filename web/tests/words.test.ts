import { afterEach, expect, test } from "vitest";
import { setLocale } from "../src/language/messages";
import { changes, effect, isDone, ofOthers, offer, partsOf, phase, question, sentence } from "../src/model/words";
import type { Group } from "../src/api/types";
import { choice, decision, group, view } from "./made";

afterEach(() => setLocale("en"));

test("a price stands beside the words", () => {
  expect(offer(choice({ label: "buy Flos Tramway", price: 20 }))).toEqual({
    says: "Buy Flos Tramway",
    link: " for ",
    sum: "$20",
  });
});

test("of a range the lowest price does", () => {
  const amounts = { field: "amount", low: 1055, high: 2000, step: 5 };
  expect(offer(choice({ label: "bid", price: 1055, amounts }))).toMatchObject({ link: ", ", sum: "from $1,055" });
});

test("where there is none, the words are all", () => {
  expect(offer(choice({ label: "sell 2 shares of GT at $70" }))).toEqual({
    says: "Sell 2 shares of GT at $70",
    link: "",
    sum: "",
  });
});

test("an effect leaves out the price and says the rest", () => {
  const cash = [
    { what: "Ann", amount: -150 },
    { what: "GT", amount: 1150 },
  ];
  expect(effect(choice({ price: 150, cash, effect: "GT floats" }))).toBe("GT +$1,150; GT floats");
  expect(effect(choice({ cash, headline: "GT floats", effect: "Ann is president of GT" }))).toBe(
    "GT floats; Ann −$150; GT +$1,150; Ann is president of GT",
  );
  expect(effect(choice({ cash }))).toBe("Ann −$150; GT +$1,150");
  expect(effect(choice({}))).toBe("");
});

test("what will be possible names companies only where there are others than the one that decides", () => {
  const lay = { text: "yellow tile 57 on L10", corps: ["GT"], count: 1 };
  expect(ofOthers(lay, "GT")).toBe("yellow tile 57 on L10");
  expect(ofOthers({ text: "Buy a train", corps: ["GT"], count: 3 }, "GT")).toBe("Buy a train (3)");
  expect(ofOthers({ text: "Buy a share", corps: ["GT", "IC"], count: 5 }, null)).toBe("Buy a share: GT, IC");
  expect(ofOthers({ text: "Answer the offer", corps: [], count: 2 }, null)).toBe("Answer the offer (2)");
});

test("a question names who decides, and in an operating turn what can be done first", () => {
  expect(question(decision({ seats: ["Bob", "Ann"], text: "bid or pass" }))).toBe("Ann and Bob: bid or pass");
  const turn = { text: "lay track", corp: "GT" };
  expect(question(decision({ ...turn, groups: [group("run", "Run trains")] }))).toBe("Ann: GT's turn: run trains");
  expect(question(decision({ ...turn, groups: [group("pass", "Pass")] }))).toBe("Ann: GT's turn, lay track");
  expect(question(decision(turn))).toBe("Ann: GT's turn, lay track");
});

test("a question with only an offer says that the player may pass", () => {
  const turn = { text: "buy trains", corp: "GT" };
  const loan = group("take_loan", "Take a loan");
  const asked = (...groups: Group[]) => question(decision({ ...turn, groups }));
  expect(asked(loan, group("pass", "Pass"))).toBe("Ann: GT's turn: take a loan, or pass");
  expect(asked(group("buy_private", "Buy a private"), group("pass"))).toBe("Ann: GT's turn: buy a private, or pass");
  expect(asked(loan)).toBe("Ann: GT's turn: take a loan");
  expect(asked(group("buy_train", "Buy a train"), loan, group("pass"))).toBe("Ann: GT's turn: buy a train");
});

test("the amount of a choice is a part of the button that is never cut off", () => {
  const amounts = { field: "amount", low: 110, high: 480, step: 5 };
  const bid = choice({ label: "bid on the bridge", price: 110, amounts });
  expect(partsOf(bid, 115)).toEqual({ says: "Bid on the bridge", sum: ": $115" });
  expect(partsOf(bid, null)).toEqual({ says: "Bid on the bridge", sum: ", from $110" });
});

test("a pass is done with a turn unless it ends a step or an announcement", () => {
  const pass = group("pass");
  expect(isDone(decision({ groups: [group("buy_share"), pass] }), pass)).toBe(true);
  expect(isDone(decision({ corp: "GT", groups: [pass] }), pass)).toBe(false);
  expect(isDone(decision({ groups: [group("announce"), pass] }), pass)).toBe(false);
  expect(isDone(decision({}), group("bankrupt"))).toBe(false);
});

test.each([
  [{ name: "2", number: 1, train: "2" }, "Phase 2", "2-train"],
  [{ name: "4", number: 2, train: "5" }, "Phase 4", "5-train, 3rd"],
  [{ name: "1", number: 0, train: "" }, "Phase 1", ""],
])("a phase is named by its number and its train", (now, name, also) => {
  expect(phase(view({ phase: now }))).toEqual({ name, also });
});

test("a name that ends in a full stop gets no second one", () => {
  expect(sentence("buy Waterloo & Saugeen Railway Co.")).toBe("buy Waterloo & Saugeen Railway Co.");
  expect(sentence("pass")).toBe("pass.");
});

test("German writes amounts and numbers phases in its way, and keeps capital letters", () => {
  setLocale("de");
  expect(changes([{ what: "GT", amount: 1150 }])).toEqual(["GT +1.150\u00a0$"]);
  expect(phase(view({ phase: { name: "4", number: 2, train: "5" } })).also).toBe("5-train, 3th");
  const turn = decision({ text: "lay track", corp: "GT", groups: [group("run", "Züge fahren")] });
  expect(question(turn)).toBe("Ann: GT's turn: Züge fahren");
});
