import type { LogEntry, LogLine } from "./types";

/** What an entry tells; of a step that was passed over the rules say nothing, but somebody did it. */
export const linesOf = ({ seat, lines }: LogEntry): LogLine[] =>
  lines.length || !seat ? lines : [{ text: `${seat} goes on`, rule: "" }];

/** An entry of the log in one line. */
export function told(entry: LogEntry): string {
  const { seat } = entry;
  const text = linesOf(entry)
    .map((line) => line.text)
    .join("; ");
  return !seat || text.startsWith(seat) ? text : `${seat}: ${text}`;
}

/** The entries of others since a seat acted last. */
export function entriesSince(log: LogEntry[], seat: string): LogEntry[] {
  const last = log.findLastIndex((entry) => entry.seat === seat && entry.kind === "action");
  return last < 0 ? [] : log.slice(last + 1).filter(({ kind }) => kind === "action");
}
