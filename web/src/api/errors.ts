import { Refused } from "./requests";
import type { LogEntry } from "./types";

/** The error message for a failed request. */
export interface Trouble {
  text: string;
  rule: string | null;
  /** The log entries that other players added in the meantime. */
  missed: LogEntry[];
  /** True if the server could not be reached at all. */
  unreached: boolean;
  /** True if the same request may succeed a moment later. */
  passes: boolean;
}
/** Status codes of temporary failures: the server does not answer, has too many requests, or is starting. */
const PASSING = [0, 429, 502, 503, 504];

export function troubleOf(error: unknown): Trouble {
  const text = error instanceof Error ? error.message : String(error);
  if (!(error instanceof Refused)) return { text, rule: null, missed: [], unreached: false, passes: false };
  const { rule, missed, status } = error;
  return { text, rule, missed, unreached: status === 0, passes: PASSING.includes(status) };
}
