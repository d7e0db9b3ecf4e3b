/** A rectangle of the screen by its sides. */
export interface Sides {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The place of a popover next to a hex, and the distance that the map moves to show it. */
export interface Placement {
  left: number;
  top: number;
  pan: readonly [number, number];
}

export const shared = (one: Sides, other: Sides) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** Return the distance between two rectangles. */
export const apart = (one: Sides, other: Sides) =>
  Math.hypot(
    Math.max(0, one.left - other.right, other.left - one.right),
    Math.max(0, one.top - other.bottom, other.top - one.bottom),
  );

const STEP = 12;
const GAP = 10;
/** The largest distance to the hex, in pixels. */
export const NEAR = 140;
/**
 * The costs of covering a pixel of a run and of another hex of this step, of moving the map by a pixel, and of a pixel
 * of distance.
 */
const COSTS = { run: 4, other: 0.01, pan: 4, far: 1 };

/**
 * Return the best place near a hex for a popover of this size. It never covers the hex, covers runs as little as
 * possible, and is inside the bounds. If necessary, the map moves.
 */
export function placeNextTo(
  hex: Sides,
  [wide, high]: readonly [number, number],
  bounds: Sides,
  runs: readonly Sides[],
  others: readonly Sides[],
): Placement {
  let best: Placement | null = null;
  let least = Infinity;
  const lefts = places(hex.left - NEAR - wide, hex.right + NEAR, (hex.left + hex.right - wide) / 2);
  const tops = places(hex.top - NEAR - high, hex.bottom + NEAR, (hex.top + hex.bottom - high) / 2);
  for (const left of lefts)
    for (const top of tops) {
      const mine = { left, top, right: left + wide, bottom: top + high };
      const far = apart(mine, hex);
      if (far < GAP || far > NEAR) continue;
      const dx = Math.max(0, bounds.left - left) - Math.max(0, mine.right - bounds.right);
      const dy = Math.max(0, bounds.top - top) - Math.max(0, mine.bottom - bounds.bottom);
      // The hex moves with the map and must stay visible.
      if (hex.left + dx < bounds.left || hex.right + dx > bounds.right) continue;
      if (hex.top + dy < bounds.top || hex.bottom + dy > bounds.bottom) continue;
      let cost = COSTS.far * far + COSTS.pan * (Math.abs(dx) + Math.abs(dy));
      if (cost >= least) continue;
      for (const run of runs) cost += COSTS.run * shared(mine, run);
      for (const other of others) cost += COSTS.other * shared(mine, other);
      if (cost < least) {
        least = cost;
        best = { left: left + dx, top: top + dy, pan: [dx, dy] };
      }
    }
  return best ?? { left: bounds.left, top: bounds.top, pan: [0, 0] };
}

/** Return steps from one value to another, with a middle value first. */
function places(from: number, to: number, middle: number): number[] {
  const found = [middle];
  for (let at = from; at <= to; at += STEP) found.push(at);
  return found;
}
