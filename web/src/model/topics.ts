import { text } from "../language/messages";
import { idle } from "./logEntries";
import type { ActionKind, LogEntry } from "../api/types";

export const TOPICS = [
  "shares and money",
  "track and tokens",
  "runs and dividends",
  "trains",
  "rounds and phases",
] as const;
export type Topic = (typeof TOPICS)[number];

const names = (): Record<Topic, string> => ({
  "shares and money": text("shares and money"),
  "track and tokens": text("track and tokens"),
  "runs and dividends": text("runs and dividends"),
  trains: text("trains"),
  "rounds and phases": text("rounds and phases"),
});
/** Return the name of a topic in the language of the reader. */
export const topicName = (topic: Topic) => names()[topic];

const OF: Partial<Record<ActionKind, Topic>> = {
  lay_tile: "track and tokens",
  place_token: "track and tokens",
  remove_token: "track and tokens",
  place_private_token: "track and tokens",
  credit_destination: "track and tokens",
  run: "runs and dividends",
  announce: "runs and dividends",
  ask_no_more: "runs and dividends",
  declare_revenue: "runs and dividends",
  dividend: "runs and dividends",
  buy_train: "trains",
  discard_train: "trains",
  borrow_train: "trains",
};
const BEGINNINGS: unknown[] = ["round_began", "phase_began"];

/** Return the topics of a log entry: one for the kind of its action, and one if it starts a round or phase. */
export function topicsOf({ action, events }: LogEntry): Topic[] {
  const found: Topic[] = [];
  if (action && !idle(action)) found.push(OF[action] ?? "shares and money");
  if (events.some(({ event }) => BEGINNINGS.includes(event))) found.push("rounds and phases");
  return found;
}
