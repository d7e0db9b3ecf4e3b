import type { LogEntry, RoundKey } from "../api/types";

/** A round in few letters, as OR 3.1; one that has no number is called by its name. */
export function shortRound({ kind, number, index }: RoundKey, name: string): string {
  if (kind === "operating") return `OR ${number}.${index}`;
  return kind === "stock" ? `SR ${number}` : name;
}

/** What tells the round of an entry from others; entries of older versions know it by its name alone. */
export const roundOf = ({ round, round_key: key }: LogEntry) =>
  key ? `${key.kind} ${key.number}.${key.index}` : round;

/** The first moment of each round, in order. */
export function roundsOf(log: LogEntry[]): { number: number; text: string }[] {
  return log
    .filter((entry, place) => roundOf(entry) && (!place || roundOf(entry) !== roundOf(log[place - 1]!)))
    .map(({ number, round }) => ({ number, text: round }));
}
