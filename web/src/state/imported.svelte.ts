import { keep, recall } from "../browser/storage";

const KEPT = "imported";
const MOST = 20;

/** The differences between files of imported games and their replays, as text by game. The latest is last. */
const notes = $state<Record<string, string>>((recall(KEPT) as Record<string, string> | null) ?? {});

export const noteOn = (game: string): string => notes[game] ?? "";

/** Store the text about a game. An empty text removes it. */
export function note(game: string, sentence: string) {
  delete notes[game];
  if (sentence) notes[game] = sentence;
  for (const old of Object.keys(notes).slice(0, -MOST)) delete notes[old];
  keep(KEPT, notes);
}
