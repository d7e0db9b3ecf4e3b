import type { LogEntry } from "./types";

export const TOPICS = ["money and shares", "track and markers", "runs and dividends", "trains", "rounds and phases"] as const;
export type Topic = (typeof TOPICS)[number];

const WORDS: [Topic, RegExp][] = [
  ["trains", /-train/i],
  ["track and markers", /\b(lays?|tile|marker|token)\b/i],
  ["runs and dividends", /\b(runs?|ran|earns|dividend|withholds?|pays out|revenue)\b/i],
  ["money and shares", /\b(buys?|sells?|sold|starts?|opens?|par|share|bids?|receives?|pays?|loan)\b/i],
  ["rounds and phases", /\b(round|phase|bank)\b/i],
];

/** What an entry of the log is about, by what its lines say. */
export const topicsOf = ({ lines }: LogEntry): Topic[] =>
  WORDS.filter(([, words]) => lines.some(({ text }) => words.test(text))).map(([topic]) => topic);

/** Whether an entry only says that somebody passed, or nothing at all. */
export const isPass = ({ kind, lines }: LogEntry) =>
  kind === "action" && (lines.length === 0 || (lines.length === 1 && /^\S+ passes$/.test(lines[0]!.text)));
