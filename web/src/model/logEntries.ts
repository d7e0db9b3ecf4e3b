import { text } from "../language/messages";
import type { Changed, EventData, LogEntry, LogPart } from "../api/types";

/** A line of the log, split at names and places, with its event; null if it has none. */
export interface Told {
  parts: LogPart[];
  rule: string;
  event: EventData | null;
}

/** A share price before and after. */
export interface PriceMove {
  corp: string;
  before: number;
  price: number;
}

/** Return true if an action needs no line in the log: a skipped step, as after a purchase of shares. */
export const silent = ({ kind, lines }: LogEntry) => kind === "action" && !lines.length;

/** Return the last entries of the log up to a moment, the latest first. Actions without a line are left out. */
export const lately = (log: LogEntry[], at: number, most: number) =>
  log
    .slice(0, at)
    .filter((entry) => !silent(entry))
    .slice(-most)
    .reverse();

const BEGINNINGS: unknown[] = ["round_began", "turn_began", "turn_skipped"];

/** Return true if the first line of an action is about the next turn or round, because the action has no line. */
const wordless = ({ lines, events }: LogEntry) => BEGINNINGS.includes(events[lines[0]?.event ?? -1]?.event);

/** Return the parts of a sentence about a player. */
function naming(player: string, sentence: string): LogPart[] {
  const at = sentence.indexOf(player);
  const parts = [
    { text: sentence.slice(0, at) },
    { text: player, player },
    { text: sentence.slice(at + player.length) },
  ];
  return parts.filter((part) => part.text);
}

/** Return the lines of an entry, with one for an action that the server has no sentence for. */
export function linesOf(entry: LogEntry): Told[] {
  const { seat, lines, events } = entry;
  const own = (sentence: string): Told => ({ parts: naming(seat, sentence), rule: "", event: null });
  if (!lines.length && seat) return [own(text(`${seat} continues`))];
  const told = lines.map(({ text: whole, parts = [], rule = "", event }) => ({
    parts: parts.length ? parts : [{ text: whole }],
    rule,
    event: events[event ?? -1] ?? null,
  }));
  return seat && wordless(entry) ? [own(text(`${seat} is done`)), ...told] : told;
}

/** Return the seat to name before an entry: the one that acted, unless the first line begins with it. */
export const whoOf = (entry: LogEntry) => {
  const { seat, lines } = entry;
  return lines.length && lines[0]!.actor !== seat && !wordless(entry) ? seat : "";
};

/** Return true if an entry is a correction of a game on a printed board. */
export const corrects = ({ action }: Pick<LogEntry, "action">) => action?.startsWith("correct_") ?? false;

/** An entry of the log in one line. */
export function told(entry: LogEntry): string {
  const who = whoOf(entry);
  const texts = linesOf(entry).map(({ parts }) => parts.map(({ text }) => text).join(""));
  return (who ? `${who}: ` : "") + texts.join("; ");
}

/** Return the price change of an event; null for other events. */
export function priceMove(event: EventData | null): PriceMove | null {
  if (event?.event !== "price_moved") return null;
  const { corp, before, price } = event as unknown as PriceMove;
  return { corp, before, price };
}

/** Return true if an action only passes or ends a turn. */
export function idle(action: LogEntry["action"]): boolean {
  return action === "pass" || action === "end_turn";
}

/**
 * Return the last action of these seats that can have a reason. If a turn ends with passes, it is the action before
 * them.
 */
export function lastMove(all: LogEntry[], seats: string[]): LogEntry | undefined {
  // A reason belongs to an action that counts: undone actions and the undo itself are left out.
  const undone = undoneOf(all);
  const log = all.filter(({ kind, number }) => kind === "action" && !undone.has(number));
  const last = log.findLastIndex(({ kind, seat }) => kind === "action" && seats.includes(seat));
  let at = last;
  while (at >= 0 && log[at]!.kind === "action" && log[at]!.seat === log[last]!.seat) {
    if (!idle(log[at]!.action)) return log[at];
    at -= 1;
  }
  return log[last];
}

/** Return the actions since a seat acted last. */
export function entriesSince(log: LogEntry[], seat: string): LogEntry[] {
  const last = log.findLastIndex((entry) => entry.seat === seat && entry.kind === "action");
  return last < 0 ? [] : log.slice(last + 1).filter(({ kind }) => kind === "action");
}

/** Return the actions since a seat acted last, or since the start: the most important first, up to a number. */
export function newsFor(log: LogEntry[], seat: string, most: number): LogEntry[] {
  const last = log.findLastIndex((entry) => entry.seat === seat && entry.kind === "action");
  const undone = undoneOf(log);
  return log
    .slice(last + 1)
    .filter(({ kind, number, headline }) => kind === "action" && headline && !undone.has(number))
    .sort(
      (one, other) =>
        Number(one.passed) - Number(other.passed) || other.weight - one.weight || other.number - one.number,
    )
    .slice(0, most);
}

/** Return the actions that are undone now, by number, with the number of the entry that undid each last. */
export function undoneOf(log: LogEntry[]): Map<number, number> {
  const before = new Map<number, number>();
  const undone = new Map<number, number>();
  let now = 0;
  for (const { number, kind, to } of log) {
    if (kind === "action") before.set(number, now);
    const next = kind === "action" ? number : (to ?? now);
    if (kind === "undo")
      for (let at: number | undefined = now; at !== undefined && at !== next; at = before.get(at))
        undone.set(at, number);
    now = next;
  }
  for (let at: number | undefined = now; at !== undefined; at = before.get(at)) undone.delete(at);
  return undone;
}

/** Return the changes of several entries together. */
export function changedBy(entries: LogEntry[]): Changed {
  const all = (of: (changed: Changed) => string[] | undefined) => [
    ...new Set(entries.flatMap(({ changed }) => (changed && of(changed)) ?? [])),
  ];
  return { hexes: all(({ hexes }) => hexes), corps: all(({ corps }) => corps), players: all(({ players }) => players) };
}

/**
 * Return the time in milliseconds for which an entry is shown while a game plays: as long as its text takes to read.
 */
export const readingTime = ({ headline, because, then }: LogEntry) =>
  Math.min(5000, 900 + 32 * (headline.length + because.length + then.length / 2));
