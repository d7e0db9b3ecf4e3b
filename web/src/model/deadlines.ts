import { locale, text } from "../language/messages";
import type { ClockState, SeatDeadline } from "../api/types";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Up to this time, hours are shown instead of days. */
const FEW_DAYS = 2 * DAY;

const count = (number: number, unit: "day" | "hour" | "minute") =>
  number.toLocaleString(locale(), { style: "unit", unit, unitDisplay: "long" });

/** Return a time in milliseconds as text in the largest unit that fits, rounded down. */
export function span(milliseconds: number): string {
  if (milliseconds >= FEW_DAYS) return count(Math.floor(milliseconds / DAY), "day");
  if (milliseconds >= HOUR) return count(Math.floor(milliseconds / HOUR), "hour");
  if (milliseconds >= MINUTE) return count(Math.floor(milliseconds / MINUTE), "minute");
  return text("less than a minute");
}

/** Return the time that a player has left at a moment, as text. `short` is for a phone. */
export function timeLeft(due: SeatDeadline, now: number, paused = false, short = false): string {
  if (paused) return text("Paused");
  const left = Date.parse(due.deadline) - now;
  if (left <= 0) return text("time used up");
  const bank = now >= Date.parse(due.bank_begins);
  if (short) return bank ? text(`bank: ${span(left)}`) : span(left);
  return bank ? text(`uses the bank: ${span(left)} left`) : text(`${span(left)} left`);
}

const WHEN = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;

/** Return a time as a local date. */
export const localDate = (at: string) => new Date(at).toLocaleString(locale(), WHEN);

/** Return your time left until a deadline with its date, as text. */
export function dueText(deadline: string, now: number): string {
  const left = Date.parse(deadline) - now;
  return left > 0 ? text(`${span(left)} left, until ${localDate(deadline)}`) : "Your time is used up";
}

/** Return the deadlines in the order to show them: your own seats first, then the earliest. */
export function inOrder({ deadlines }: ClockState, mine: readonly string[]): SeatDeadline[] {
  const own = (due: SeatDeadline) => Number(mine.includes(due.seat));
  return deadlines.toSorted((one, other) => own(other) - own(one));
}

/** Return the time left of a player with the date of the deadline, as text. */
export function describe(due: SeatDeadline, now: number, pausedSince: string | null): string {
  const { seat, deadline } = due;
  const end = Date.parse(deadline);
  if (pausedSince !== null)
    return text(`${seat}: paused with ${span(Math.max(0, end - Date.parse(pausedSince)))} left`);
  if (end <= now) return text(`${seat}: time used up, since ${localDate(deadline)}`);
  return now >= Date.parse(due.bank_begins)
    ? text(`${seat}: uses the bank: ${span(end - now)} left, until ${localDate(deadline)}`)
    : text(`${seat}: ${span(end - now)} left, until ${localDate(deadline)}`);
}
