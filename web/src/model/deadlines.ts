import type { ClockState, SeatDeadline } from "../api/types";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Up to this time, hours are shown instead of days. */
const FEW_DAYS = 2 * DAY;

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? "" : "s"}`;

/** Return a time in milliseconds as text in the largest unit that fits, rounded down. */
export function span(milliseconds: number): string {
  if (milliseconds >= FEW_DAYS) return count(Math.floor(milliseconds / DAY), "day");
  if (milliseconds >= HOUR) return count(Math.floor(milliseconds / HOUR), "hour");
  if (milliseconds >= MINUTE) return count(Math.floor(milliseconds / MINUTE), "minute");
  return "less than a minute";
}

/** Return the time that a player has left at a moment, as text. `short` is for a phone. */
export function timeLeft(due: SeatDeadline, now: number, paused = false, short = false): string {
  if (paused) return "Paused";
  const left = Date.parse(due.deadline) - now;
  if (left <= 0) return "time used up";
  const bank = now >= Date.parse(due.bank_begins);
  if (short) return bank ? `bank: ${span(left)}` : span(left);
  return bank ? `uses the bank: ${span(left)} left` : `${span(left)} left`;
}

const WHEN = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;

/** Return a time as a local date. */
export const localDate = (at: string) => new Date(at).toLocaleString(undefined, WHEN);

/** Return your time left until a deadline with its date, as text. */
export function dueText(deadline: string, now: number): string {
  const left = Date.parse(deadline) - now;
  return left > 0 ? `${span(left)} left, until ${localDate(deadline)}` : "Your time is used up";
}

/** Return the deadlines in the order to show them: your own seats first, then the earliest. */
export function inOrder({ deadlines }: ClockState, mine: readonly string[]): SeatDeadline[] {
  const own = (due: SeatDeadline) => Number(mine.includes(due.seat));
  return deadlines.toSorted((one, other) => own(other) - own(one));
}

/** Return the time left of a player with the date of the deadline, as text. */
export function describe(due: SeatDeadline, now: number, pausedSince: string | null): string {
  if (pausedSince !== null)
    return `${due.seat}: paused with ${span(Math.max(0, Date.parse(due.deadline) - Date.parse(pausedSince)))} left`;
  const since = Date.parse(due.deadline) <= now;
  return `${due.seat}: ${timeLeft(due, now)}, ${since ? "since" : "until"} ${localDate(due.deadline)}`;
}
