/** The settings of "Play now" and of "Play with others" on the first page. */
import type { Program, TitleInfo } from "../api/types";

/** A way to play with other people. */
export type Way = "here" | "live" | "correspondence";
/** A chosen way. Choosing it again makes a new value. */
export interface Preset {
  way: Way;
}

/** The settings of a game against bots that the browser remembers. */
export interface PlayNow {
  title: string;
  /** The number of players, with the person. */
  players: number;
  /** The name of the bots' level. */
  level: string;
  /** The name of the person; empty for the usual one. */
  name: string;
}
/** Two opponents are enough to learn a title, and their moves do not take long. */
const USUAL = 3;

/** Return the numbers of players of a title for a game against bots. */
export function playersOf({ players: [fewest, most] }: TitleInfo): number[] {
  const least = Math.max(2, fewest);
  return Array.from({ length: most - least + 1 }, (_, at) => least + at);
}

/** Return remembered settings as far as the server still has them, and the usual ones for the rest. */
export function playNowOf(
  stored: unknown,
  titles: readonly TitleInfo[],
  programs: readonly Program[],
): PlayNow | undefined {
  const wished = (stored ?? {}) as Partial<Record<keyof PlayNow, unknown>>;
  const title = titles.find(({ id }) => id === wished.title) ?? titles[0];
  const level = programs.find(({ name }) => name === wished.level) ?? programs.find(({ usual }) => usual);
  if (!title || !level) return undefined;
  const players = typeof wished.players === "number" ? wished.players : USUAL;
  const name = typeof wished.name === "string" ? wished.name : "";
  return { title: title.id, players: fitted(title, players), level: level.name, name };
}

/** Return the number of players of a title that is nearest to a number. */
export function fitted(title: TitleInfo, players: number): number {
  const counts = playersOf(title);
  return Math.min(Math.max(players, counts[0]!), counts.at(-1)!);
}
