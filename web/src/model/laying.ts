import type { Choice } from "../api/types";

/** A tile of a preview, with its hex and rotation. */
export interface Preview {
  hex: string;
  tile: string;
  rotation: number;
  /** The id of the choice that lays it. */
  choice: number;
}

/** Group choices by tile: each list has the rotations of one tile. */
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
