import { drawing, type Laid, lying, writtenOn } from "../browser/symbolSheet";
import type { Board } from "../api/types";

/** A rectangle by its centre, in the map's own units. */
export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

const GAP = 2;
export const meets = (one: Rect, other: Rect, gap = GAP) =>
  2 * Math.abs(one.x - other.x) < one.w + other.w + 2 * gap &&
  2 * Math.abs(one.y - other.y) < one.h + other.h + 2 * gap;

const numbers = (text: string | null) => (text?.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
const measured = new Map<Element, Rect[]>();

/** Return the rectangles of a symbol's texts and circles. A text has its size as data. */
function takenBy(symbol: Element | null): Rect[] {
  if (!symbol) return [];
  let found = measured.get(symbol);
  if (!found) {
    found = [];
    for (const part of symbol.children) {
      const [w, h] = numbers(Object.values((part as SVGElement).dataset)[0] ?? null);
      const [x, y] = numbers(part.getAttribute("transform"));
      if (w && h) found.push({ x: x ?? 0, y: y ?? 0, w, h });
    }
    for (const circle of symbol.querySelectorAll("circle.slot, circle.dot")) {
      const [x, y, r] = ["cx", "cy", "r"].map((name) => Number(circle.getAttribute(name) ?? 0));
      found.push({ x: x!, y: y!, w: 2 * r!, h: 2 * r! });
    }
    measured.set(symbol, found);
  }
  return found;
}

/** Return the rectangles of all texts and circles on the map. */
export function taken(board: Board, tileOf: (hex: string) => Laid | undefined): Rect[] {
  return Object.entries(board.hexes).flatMap(([hex, at]) => {
    const tile = tileOf(hex);
    const circles = takenBy(drawing(board, `${lying(board, hex, tile)}-circles`));
    const texts = takenBy(drawing(board, writtenOn(board, hex, tile)));
    return [...texts, ...circles].map((box) => ({ ...box, x: box.x + at.x, y: box.y + at.y }));
  });
}

/** Finds free places for chips: no chip covers a text, a circle or another chip. */
export class Room {
  private readonly full: Rect[];

  constructor(full: readonly Rect[]) {
    this.full = [...full];
  }

  /** Return the first of these places where a chip of this size covers nothing; null if it covers something at each. */
  put(w: number, h: number, places: Iterable<{ x: number; y: number }>): Rect | null {
    for (const { x, y } of places) {
      const mine = { x, y, w, h };
      if (this.full.some((box) => meets(mine, box))) continue;
      this.full.push(mine);
      return mine;
    }
    return null;
  }
}

/** Yield places for a chip on a hex, the best first: at its upper border, around it, and then inside. */
export function* placesOf({ layout }: Board, at: { x: number; y: number }) {
  const { radius, orientation } = layout;
  const short = (radius * Math.sqrt(3)) / 2;
  for (const far of [1, 0.84, 0.66, 0.45, 0.25, 0]) {
    for (const turn of [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6]) {
      const angle = (-90 + 30 * turn) * (Math.PI / 180);
      const corner = (turn % 2 === 0) === (orientation === "pointy");
      const reach = far * (corner ? radius * 0.92 : short);
      yield { x: at.x + reach * Math.cos(angle), y: at.y + reach * Math.sin(angle) };
    }
  }
}
