import type { ActionKind, Choice, Group } from "../api/types";

/** The kind of marks for the choices of a step: hexes for track, circles for tokens, or other hexes. */
export type Sort = "track" | "token" | "place";

const SORTS: Partial<Record<ActionKind, Sort>> = { lay_tile: "track", place_token: "token", remove_token: "token" };

export interface Marked {
  sort: Sort;
  choices: Choice[];
}

/**
 * Return the marks of the map: the choices of one kind, so that each mark has one meaning; null if no choice has a
 * place.
 */
export function markedOf(listed: Group[]): Marked | null {
  for (const { kind, choices } of listed) {
    const placed = choices.filter(({ place }) => place);
    if (placed.length) return { sort: SORTS[kind] ?? "place", choices: placed };
  }
  return null;
}
