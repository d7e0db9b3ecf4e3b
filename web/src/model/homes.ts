import type { Board, View } from "../api/types";

/** Nearer than this a token would be covered. */
const NEAR = 40;
/** Two companies that begin on one hex stand so far apart. */
const ASIDE = 40;

/** Where the token of a company is shown that has no token yet, in the map's own units. */
export interface Home {
  corp: string;
  hex: string;
  x: number;
  y: number;
}

/** The homes of the companies that have not begun; where a hex has several stops, between them. */
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
      // Next to a token: in a city of two, on the other circle.
      const near = (view.map.tokens[hex] ?? []).filter(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) < NEAR);
      if (near.length === 1) [spot.x, spot.y] = [2 * spot.x - near[0]!.x, 2 * spot.y - near[0]!.y];
      spot.x += ASIDE * found.filter((other) => other.hex === hex).length;
      const free = (view.map.tokens[hex] ?? []).every(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) >= NEAR);
      if (free) found.push({ corp: id, hex, x: at.x + spot.x, y: at.y + spot.y });
    }
  }
  return found;
}
