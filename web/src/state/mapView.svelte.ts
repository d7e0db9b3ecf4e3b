import type { Board } from "../api/types";

/** A box on the map: left, top, width and height, in the map's own units. */
export type Box = readonly [number, number, number, number];

const EDGE = 12;
const CLOSEST = 0.12;
const GLIDE = 180;
/** The visible margin around places that the map zooms to, as a part of the whole. */
const MARGIN = 0.15;

const halves = ({ orientation, radius }: Board["layout"]): [number, number] => {
  const short = (radius * Math.sqrt(3)) / 2;
  return orientation === "flat" ? [radius, short] : [short, radius];
};

/** Return the smallest box around all hexes. */
export function around(board: Board): Box {
  const [wide, high] = halves(board.layout);
  const spots = Object.values(board.hexes);
  const left = Math.min(...spots.map(({ x }) => x)) - wide - EDGE;
  const top = Math.min(...spots.map(({ y }) => y)) - high - EDGE;
  const right = Math.max(...spots.map(({ x }) => x)) + wide + EDGE;
  const bottom = Math.max(...spots.map(({ y }) => y)) + high + EDGE;
  return [left, top, right - left, bottom - top];
}

/** Return a hexagon around the origin, as the points of a polygon. */
export function outline({ orientation }: Board["layout"], radius: number): string {
  const first = orientation === "flat" ? 0 : 30;
  return Array.from({ length: 6 }, (_, side) => {
    const angle = ((first + 60 * side) * Math.PI) / 180;
    return `${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`;
  }).join(" ");
}

/** Return the corner with the most space next to the hexes. */
export function roomiest(board: Board): "top left" | "top right" | "bottom left" | "bottom right" {
  const [left, top, width, height] = around(board);
  const room = (x: number, y: number) =>
    Math.min(...Object.values(board.hexes).map((hex) => Math.hypot(hex.x - x, hex.y - y)));
  const corners = [
    ["top left", room(left, top)],
    ["top right", room(left + width, top)],
    ["bottom right", room(left + width, top + height)],
    ["bottom left", room(left, top + height)],
  ] as const;
  return corners.reduce((best, next) => (next[1] > best[1] + 1 ? next : best))[0];
}

/** The visible part of a map. */
export class Looking {
  /** The visible box. Null while the whole map is visible. */
  box = $state.raw<Box | null>(null);
  private frame = 0;

  constructor(private readonly whole: () => Box) {}

  get seen(): Box {
    return this.box ?? this.whole();
  }

  /** Zoom in or out. The point `at` keeps its place on the screen. */
  zoom(factor: number, at?: { x: number; y: number }) {
    cancelAnimationFrame(this.frame);
    const [x, y, w, h] = this.seen;
    const [, , wide, high] = this.whole();
    const scale = Math.max(CLOSEST, (w * factor) / wide);
    if (scale >= 1) return this.reset();
    const px = at?.x ?? x + w / 2;
    const py = at?.y ?? y + h / 2;
    const [width, height] = [wide * scale, high * scale];
    this.box = this.kept([px - ((px - x) / w) * width, py - ((py - y) / h) * height, width, height]);
  }

  move(dx: number, dy: number) {
    if (!this.box) return;
    const [x, y, w, h] = this.box;
    this.box = this.kept([x + dx, y + dy, w, h]);
  }

  /** Move the visible box. This also works while the whole map is visible. */
  pan(dx: number, dy: number) {
    const [x, y, w, h] = this.seen;
    this.glide([x + dx, y + dy, w, h]);
  }

  /** Return to a box. Null shows the whole map. */
  back(box: Box | null) {
    if (box) this.glide(box);
    else this.leave();
  }

  reset() {
    cancelAnimationFrame(this.frame);
    this.box = null;
  }

  /** Zoom to some places, so that they and at least this part of the whole are visible. */
  approach(places: { x: number; y: number }[], least: number) {
    const [, , wide, high] = this.whole();
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const part = Math.min(1, Math.max(least, (right - left) / wide + MARGIN, (bottom - top) / high + MARGIN));
    const [w, h] = [wide * part, high * part];
    this.glide(this.kept([(left + right - w) / 2, (top + bottom - h) / 2, w, h]));
  }

  leave() {
    if (this.box) this.glide(this.whole(), () => (this.box = null));
  }

  /** Move a box so that its centre stays on the map. */
  private kept([x, y, w, h]: Box): Box {
    const [left, top, wide, high] = this.whole();
    const within = (low: number, value: number, top: number) => Math.min(top, Math.max(low, value));
    return [within(left - w / 3, x, left + wide - (2 * w) / 3), within(top - h / 3, y, top + high - (2 * h) / 3), w, h];
  }

  private glide(to: Box, then?: () => void) {
    cancelAnimationFrame(this.frame);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.box = to;
      then?.();
      return;
    }
    const from = this.seen;
    const start = performance.now();
    const turn = (now: number) => {
      const done = Math.min(1, Math.max(0, (now - start) / GLIDE));
      const eased = 1 - (1 - done) ** 3;
      const mixed = from.map((value, part) => value + (to[part]! - value) * eased);
      this.box = [mixed[0]!, mixed[1]!, mixed[2]!, mixed[3]!];
      if (done < 1) this.frame = requestAnimationFrame(turn);
      else then?.();
    };
    this.frame = requestAnimationFrame(turn);
  }
}
