import { keep, recall } from "../browser/storage";

const KEPT = "imported";
const MOST = 20;

/** What files of imported games state otherwise than their replays, by game, the latest last. */
const notes = $state<Record<string, string>>((recall(KEPT) as Record<string, string> | null) ?? {});

export const noteOn = (game: string): string => notes[game] ?? "";

/** Remember the sentence about a game, or forget it with an empty text. */
export function note(game: string, sentence: string) {
  delete notes[game];
  if (sentence) notes[game] = sentence;
  for (const old of Object.keys(notes).slice(0, -MOST)) delete notes[old];
  keep(KEPT, notes);
}
