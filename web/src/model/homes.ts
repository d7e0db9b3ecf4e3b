import type { Board, View } from "../api/types";

/** Tokens closer than this would overlap, in the map's own units. */
const NEAR = 40;
/** The distance between the homes of two companies on one hex, in the map's own units. */
const ASIDE = 40;

/** The place on the map for the token of a company that has none yet, in the map's own units. */
export interface Home {
  corp: string;
  hex: string;
  x: number;
  y: number;
}

/** Return the homes of the companies that have no token yet. On a hex with several stops, the place is between them. */
export function homes(view: View, board: Board): Home[] {
  const begun = new Set([
    ...Object.values(view.map.tokens).flatMap((tokens) => tokens.map(({ corp }) => corp)),
    ...view.corporations.filter(({ status }) => status === "closed").map(({ id }) => id),
  ]);
  const found: Home[] = [];
  for (const { id, home } of board.corporations) {
    if (begun.has(id)) continue;
    for (const hex of home) {
      const stops = view.map.stops[hex] ?? [];
      const at = board.hexes[hex];
      if (!stops.length || !at) continue;
      const middle = (axis: "x" | "y") => stops.reduce((sum, stop) => sum + stop[axis], 0) / stops.length;
      const spot = { x: middle("x"), y: middle("y") };
      // Put it next to a token that is there. In a city with two circles, that is the other circle.
      const near = (view.map.tokens[hex] ?? []).filter(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) < NEAR);
      if (near.length === 1) [spot.x, spot.y] = [2 * spot.x - near[0]!.x, 2 * spot.y - near[0]!.y];
      spot.x += ASIDE * found.filter((other) => other.hex === hex).length;
      const free = (view.map.tokens[hex] ?? []).every(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) >= NEAR);
      if (free) found.push({ corp: id, hex, x: at.x + spot.x, y: at.y + spot.y });
    }
  }
  return found;
}
