import { afterEach, expect, test } from "vitest";
import { setLocale } from "../src/language/messages";
import { describe, inOrder, localDate, span, timeLeft } from "../src/model/deadlines";
import type { ClockState, SeatDeadline } from "../src/api/types";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-11-28T12:00:00.000Z");
const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString();
const due = (seat: string, hours: number, bank = hours): SeatDeadline => ({
  seat,
  deadline: at(hours),
  bank_begins: at(bank),
  bank_seconds: 0,
});

afterEach(() => setLocale("en"));

test("a time is shown in its largest unit, rounded down", () => {
  expect([80, 48, 47.9, 1.5, 0.99, 0.02, 0.001].map((hours) => span(hours * HOUR))).toEqual([
    "3 days",
    "2 days",
    "47 hours",
    "1 hour",
    "59 minutes",
    "1 minute",
    "less than a minute",
  ]);
});

test("the time left names the bank once it is used", () => {
  expect(timeLeft(due("Ann", 8), NOW)).toBe("8 hours left");
  expect(timeLeft(due("Ann", 80, 8), NOW)).toBe("3 days left");
  expect(timeLeft(due("Ann", 80, -1), NOW)).toBe("uses the bank: 3 days left");
  expect(timeLeft(due("Ann", 80, -1), NOW, false, true)).toBe("bank: 3 days");
  expect(timeLeft(due("Ann", -1, -1), NOW)).toBe("time used up");
  expect(timeLeft(due("Ann", 8), NOW, true)).toBe("Paused");
});

test("a description has the date of the deadline, or the time left at the pause", () => {
  expect(describe(due("Ann", 8), NOW, null)).toBe(`Ann: 8 hours left, until ${localDate(at(8))}`);
  expect(describe(due("Ann", 8), NOW, at(-2))).toBe("Ann: paused with 10 hours left");
  expect(describe(due("Ann", -1, -1), NOW, null)).toBe(`Ann: time used up, since ${localDate(at(-1))}`);
});

test("your own seats come first", () => {
  const state = { deadlines: [due("Ann", 1), due("Bob", 2), due("Cy", 3)] } as unknown as ClockState;
  expect(inOrder(state, ["Cy"]).map(({ seat }) => seat)).toEqual(["Cy", "Ann", "Bob"]);
});

test("German has its own units, numbers and dates", () => {
  setLocale("de");
  expect([80, 1, 30].map((hours) => span(hours * HOUR))).toEqual(["3 Tage", "1 Stunde", "30 Stunden"]);
  expect(localDate("2026-12-03T12:00:00.000Z")).toMatch(/^Do[.,].* 3\. Dez/);
});
