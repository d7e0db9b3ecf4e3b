import type { Choice } from "../api/types";

/** A tile that is tried in its place. */
export interface Preview {
  hex: string;
  tile: string;
  rotation: number;
  /** The choice that would lay it so. */
  choice: number;
}

/** Choices by tile: each list holds the ways in which one tile fits. */
export function tilesOf(choices: Choice[]): Choice[][] {
  const found = new Map<string, Choice[]>();
  for (const choice of choices) {
    const tile = choice.place?.tile;
    if (!tile) continue;
    const key = `${tile} ${(choice.action?.power as string | undefined) ?? ""}`;
    found.set(key, [...(found.get(key) ?? []), choice]);
  }
  return [...found.values()];
}
