import { Refused } from "./requests";
import type { LogEntry } from "./types";

/** The message for a person about a request that failed. */
export interface Trouble {
  text: string;
  rule: string | null;
  /** What others did in the meantime. */
  missed: LogEntry[];
  /** Whether the server could not be reached at all. */
  unreached: boolean;
  /** Whether the same may go well a moment later. */
  passes: boolean;
}
/** The server does not answer, has too many requests, or is starting. */
const PASSING = [0, 429, 502, 503, 504];

export function troubleOf(error: unknown): Trouble {
  const text = error instanceof Error ? error.message : String(error);
  if (!(error instanceof Refused)) return { text, rule: null, missed: [], unreached: false, passes: false };
  const { rule, missed, status } = error;
  return { text, rule, missed, unreached: status === 0, passes: PASSING.includes(status) };
}
