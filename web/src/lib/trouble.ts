import { Refused } from "./api";
import type { LogEntry } from "./types";

/** What a person is told about a request that was not carried out. */
export interface Trouble {
  text: string;
  rule: string | null;
  /** What others did in the meantime. */
  missed: LogEntry[];
  /** Whether the server could not be reached at all. */
  unreached: boolean;
}

export function troubleOf(error: unknown): Trouble {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof Refused) return { text, rule: error.rule, missed: error.missed, unreached: error.status === 0 };
  return { text, rule: null, missed: [], unreached: false };
}
