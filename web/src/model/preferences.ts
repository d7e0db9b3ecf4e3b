/** The settings of the page. Stored settings may contain anything. */

/** The values of each setting; the first is the default. */
export const WISHES = {
  theme: ["system", "light", "dark"],
  /** `distinct`: colours that people with colour blindness can tell apart, with patterns. */
  palette: ["usual", "distinct"],
  /** The size of all text. */
  text: ["usual", "large", "largest"],
  /** `away`: a sound announces my turn while another window is in front. */
  sound: ["away", "always", "never"],
  /** Names of places on the map. */
  names: ["shown", "hidden"],
  /** Coordinates and tile numbers on the map. */
  coordinates: ["hidden", "shown"],
  /** Warnings of consequences that new players overlook. `once`: at one moment for each kind. */
  warnings: ["once", "always", "never"],
  /** Meanings of the words of the glossary. `unread`: words have a mark until their meaning was read. */
  words: ["unread", "always", "never"],
  /** The end of a turn after a purchase, if the player can only sell or end it. `guided`: only in the guided game. */
  ending: ["guided", "always", "never"],
  /** Decisions with one choice. `bots`: made without asking in games of one person against bots. */
  single: ["bots", "always", "never"],
  /** `round`: the map seen from the other side of the table. */
  map: ["usual", "round"],
} as const;

export type Wish = keyof typeof WISHES;
export type Wishes = { [K in Wish]: (typeof WISHES)[K][number] };

/** Return all settings. A stored value that is not valid becomes the default. */
export function wishesOf(kept: unknown): Wishes {
  const known = (typeof kept === "object" && kept !== null ? kept : {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(WISHES).map(([wish, values]) => [
      wish,
      (values as readonly unknown[]).includes(known[wish]) ? known[wish] : values[0],
    ]),
  ) as Wishes;
}

/** Return the settings that style sheets use, as attributes of the whole page. */
export function lookOf({ theme, palette, text, names, coordinates, map }: Wishes): Record<string, string> {
  return { theme, palette, text, names, coordinates, map };
}
