import { expect, test } from "vitest";
import {
  changedBy,
  entriesSince,
  lastMove,
  lately,
  linesOf,
  newsFor,
  priceMove,
  readingTime,
  silent,
  told,
  undoneOf,
  whoOf,
} from "../src/model/logEntries";
import type { LogEntry, LogLine } from "../src/api/types";
import { entry } from "./made";

const line = (some: Partial<LogLine>): LogLine => ({ text: "", rule: "", parts: [], ...some });

test("an entry of several lines is told in one", () => {
  const lines = [line({ text: "GT runs for $1,200", actor: "GT" }), line({ text: "the price rises" })];
  expect(told(entry({ lines }))).toBe("Ann: GT runs for $1,200; the price rises");
});

test("a line is cut where it names somebody, and whole where it names nobody", () => {
  const parts = [{ text: "wibble", corp: "GT" }, { text: " wobble" }];
  const [cut, whole] = linesOf(entry({ lines: [line({ text: "GT floats", parts }), line({ text: "GT floats" })] }));
  expect(cut!.parts).toEqual(parts);
  expect(whole!.parts).toEqual([{ text: "GT floats" }]);
});

test("each line has the event that it tells", () => {
  const events = [{ event: "money_moved" }, { event: "passed", player: "Ann" }];
  const found = linesOf(entry({ events, lines: [line({ event: 1 }), line({ event: null })] }));
  expect(found.map(({ event }) => event)).toEqual([events[1], null]);
});

test("who acted stands before an entry unless its first line begins with them, whatever its words are", () => {
  expect(whoOf(entry({ lines: [line({ text: "wibble", actor: "Ann" })] }))).toBe("");
  expect(whoOf(entry({ lines: [line({ text: "Ann wobbles", actor: "GT" })] }))).toBe("Ann");
  expect(whoOf(entry({ lines: [line({ actor: "GT" }), line({ actor: "Ann" })] }))).toBe("Ann");
});

test("a step that was passed over is told too, an undo that says nothing is not", () => {
  expect(told(entry({ lines: [] }))).toBe("Ann continues");
  expect(linesOf(entry({ kind: "undo", seat: "", lines: [] }))).toEqual([]);
});

test("an action without words of its own is told before the turn or round that follows", () => {
  const events = [{ event: "turn_began", corp: "GT", player: "Bob" }];
  const next = entry({ events, lines: [line({ text: "Bob operates GT", actor: "Bob", event: 0 })] });
  expect(told(next)).toBe("Ann is done; Bob operates GT");
  expect(whoOf(next)).toBe("");
});

test("a price before and after, of the event that moved it alone", () => {
  const move = { corp: "GT", before: 70, price: 80 };
  expect(priceMove({ event: "price_moved", ...move, cell: [1, 2] })).toEqual(move);
  expect(priceMove({ event: "share_bought", ...move })).toBeNull();
  expect(priceMove(null)).toBeNull();
});

const way = (number: number, kind: LogEntry["kind"], to: number | null = null) => entry({ number, kind, to });

test("what is undone follows from where undo and redo lead, and by which entry", () => {
  const log = [way(1, "action"), way(2, "action"), way(3, "undo", 1), way(4, "action")];
  expect([...undoneOf(log)]).toEqual([[2, 3]]);
  const back = undoneOf([...log, way(5, "undo", 0)]);
  expect([1, 2, 4].map((number) => back.get(number))).toEqual([5, 3, 5]);
  expect([...undoneOf([...log, way(5, "undo", 1), way(6, "redo", 2)])]).toEqual([[4, 5]]);
  expect([...undoneOf([])]).toEqual([]);
});

test("what several entries changed is named once", () => {
  const changed = (hexes: string[], players: string[]) => ({ hexes, players, corps: [] });
  const log = [entry({ changed: changed(["B2"], ["Ann"]) }), entry({}), entry({ changed: changed(["B2", "C3"], []) })];
  expect(changedBy(log)).toEqual({ hexes: ["B2", "C3"], corps: [], players: ["Ann"] });
});

test("more words are looked at for longer, within bounds", () => {
  const short = readingTime(entry({ headline: "Ann passes" }));
  const long = readingTime(entry({ headline: "x".repeat(60), because: "y".repeat(60) }));
  expect(long).toBeGreaterThan(short);
  expect(readingTime(entry({ then: "z".repeat(9999) }))).toBe(5000);
});

test("what others did since a seat acted last", () => {
  const log = [
    entry({ number: 1, seat: "Ann" }),
    entry({ number: 2, seat: "Bob" }),
    entry({ number: 3, seat: "", kind: "undo" }),
    entry({ number: 4, seat: "Cy" }),
  ];
  expect(entriesSince(log, "Ann").map(({ number }) => number)).toEqual([2, 4]);
  expect(entriesSince(log, "Cy")).toEqual([]);
  expect(entriesSince(log, "Dee")).toEqual([]);
});

test("what others did is told from the most telling on, passes last and nothing that is undone", () => {
  const log = [
    entry({ number: 1, seat: "Bob", headline: "Bob buys" }),
    entry({ number: 2, seat: "Ann", headline: "Ann bids" }),
    entry({ number: 3, seat: "Bob", headline: "Bob bids" }),
    entry({ number: 4, seat: "Cy", headline: "Cy wins", weight: 5 }),
    entry({ number: 5, seat: "Bob", headline: "Bob passes", passed: true }),
    entry({ number: 6, seat: "Cy", headline: "Cy bids" }),
    entry({ number: 7, seat: "Cy", headline: "Cy starts", weight: 9 }),
    entry({ number: 8, seat: "", kind: "undo", headline: "Cy takes it back", to: 6, weight: 9 }),
  ];
  const said = (seat: string, most: number) => newsFor(log, seat, most).map(({ headline }) => headline);
  expect(said("Ann", 9)).toEqual(["Cy wins", "Cy bids", "Bob bids", "Bob passes"]);
  expect(said("Ann", 2)).toEqual(["Cy wins", "Cy bids"]);
  // Who has not acted yet is told of all that has been done.
  expect(said("Dee", 9)).toContain("Bob buys");
  expect(said("Cy", 9)).toEqual([]);
});

test("an action of which the rules say nothing is silent, and an undo never is", () => {
  expect(silent(entry({ lines: [] }))).toBe(true);
  expect(silent(entry({ lines: [line({ text: "Ann passes" })] }))).toBe(false);
  expect(silent(entry({ kind: "undo", lines: [] }))).toBe(false);
});

test("the move of a turn that a reason is asked for is the last that does something, and a pass where all are passes", () => {
  const log = [
    entry({ number: 1, seat: "Bob", action: "run" }),
    entry({ number: 2, seat: "Bob" }),
    entry({ number: 3, seat: "Bob", action: "end_turn" }),
    entry({ number: 4, seat: "Cy" }),
    entry({ number: 5, seat: "Ann", action: "run" }),
  ];
  expect(lastMove(log, ["Bob"])!.number).toBe(1);
  expect(lastMove(log, ["Bob", "Cy"])!.number).toBe(4);
  expect(lastMove(log.slice(1), ["Bob"])!.number).toBe(3);
  expect(lastMove(log, ["Dee"])).toBeUndefined();
});

test("the end of the log has the latest first, up to a moment, without what is silent", () => {
  const said = (number: number, lines = [line({ text: "so" })]) => entry({ number, lines });
  const log = [said(1), said(2, []), said(3), said(4), said(5)];
  expect(lately(log, 4, 9).map(({ number }) => number)).toEqual([4, 3, 1]);
  expect(lately(log, 4, 2).map(({ number }) => number)).toEqual([4, 3]);
});

test("a reason belongs to what stands, not to what was undone", () => {
  const acted = (number: number, seat: string) => entry({ number, seat, kind: "action", action: "bid" });
  const log = [acted(1, "Ann"), acted(2, "Bob"), entry({ number: 3, seat: "", kind: "undo", to: 1, action: null })];
  expect(lastMove(log.slice(0, 2), ["Bob"])?.number).toBe(2);
  expect(lastMove(log, ["Bob"])).toBeUndefined();
  expect(lastMove([...log, acted(4, "Bob")], ["Bob"])?.number).toBe(4);
});
