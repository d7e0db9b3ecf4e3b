import { Refused } from "./requests";
import type { LogEntry } from "./types";

/** What a person is told about a request that was not carried out. */
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
/** Nobody answers, too much is asked for, or what answers is just being started. */
const PASSING = [0, 429, 502, 503, 504];

export function troubleOf(error: unknown): Trouble {
  const text = error instanceof Error ? error.message : String(error);
  if (!(error instanceof Refused)) return { text, rule: null, missed: [], unreached: false, passes: false };
  const { rule, missed, status } = error;
  return { text, rule, missed, unreached: status === 0, passes: PASSING.includes(status) };
}
