import type { LogEntry, View } from "../api/types";

/** A seat of a person that a bot plays now. */
export interface LostSeat {
  seat: string;
  /** The number of the entry that gave the seat to the bot. */
  number: number;
  text: string;
}

/** Return those of a person's seats that bots play now, with the entry of the log that says why. */
export function lostSeats(view: View, own: readonly string[], log: readonly LogEntry[]): LostSeat[] {
  if (!view.live || view.over) return [];
  return view.players
    .filter(({ name, seat_kind }) => own.includes(name) && seat_kind !== "person")
    .map(({ name }) => {
      // An entry for a change of seats names the seat only in its text.
      const entry = log.findLast(({ kind, headline }) => kind === "seat" && headline.includes(name));
      return { seat: name, number: entry?.number ?? 0, text: entry?.headline || `A bot plays for ${name}` };
    });
}
