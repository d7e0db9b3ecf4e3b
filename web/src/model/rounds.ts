import { text } from "../language/messages";
import type { LogEntry, RoundKey } from "../api/types";

/** Return a round in few letters, such as OR 3.1. A round without a number keeps its name. */
export function shortRound({ kind, number, index }: RoundKey, name: string): string {
  if (kind === "operating") return text(`OR ${number}.${index}`);
  return kind === "stock" ? text(`SR ${number}`) : name;
}

/** Return a key for the round of an entry. Entries of older versions have only the name of the round. */
export const roundOf = ({ round, round_key: key }: LogEntry) =>
  key ? `${key.kind} ${key.number}.${key.index}` : round;

/** Return the first moment of each round, in order. */
export function roundsOf(log: LogEntry[]): { number: number; text: string }[] {
  return log
    .filter((entry, place) => roundOf(entry) && (!place || roundOf(entry) !== roundOf(log[place - 1]!)))
    .map(({ number, round }) => ({ number, text: round }));
}
