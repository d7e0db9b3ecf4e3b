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

/** How far two rectangles lie apart. */
export const apart = (one: Sides, other: Sides) =>
  Math.hypot(
    Math.max(0, one.left - other.right, other.left - one.right),
    Math.max(0, one.top - other.bottom, other.top - one.bottom),
  );

const STEP = 12;
const GAP = 10;
/** So far away at most, in pixels. */
export const NEAR = 140;
/** What it costs to cover a pixel of a run, one of another hex of this step, and to move the map by one. */
const COSTS = { run: 4, other: 0.01, pan: 4, far: 1 };

/**
 * The best place near a hex for something of this size: never on the hex, on as little of the runs as can be, and
 * inside these bounds, if need be after the map has moved.
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
      // What the map moves by moves the hex as well, which has to stay in sight.
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

/** Steps from one value to another with one in the middle among them. */
function places(from: number, to: number, middle: number): number[] {
  const found = [middle];
  for (let at = from; at <= to; at += STEP) found.push(at);
  return found;
}
