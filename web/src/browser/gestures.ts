/** Zoom and pan of the map by mouse wheel, fingers and keys. */

import type { Looking } from "../state/mapView.svelte";

type At = (clientX: number, clientY: number) => DOMPoint | undefined;

/** The distance that each arrow key moves the map, as a part of the visible box. */
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-0.1, 0],
  ArrowRight: [0.1, 0],
  ArrowUp: [0, -0.1],
  ArrowDown: [0, 0.1],
};
/** Pixels that a finger may move before the gesture counts as a drag. */
const SLIP = 6;

export class Gestures {
  /** True if the current or last pointer has dragged the map. Its click then selects nothing. */
  dragged = false;
  readonly #looking: Looking;
  readonly #at: At;
  readonly #unit: () => number;
  readonly #fingers = new Map<number, PointerEvent>();

  /** `at` returns the place on the map of a screen point. `unit` returns the map units per pixel. */
  constructor(looking: Looking, at: At, unit: () => number) {
    this.#looking = looking;
    this.#at = at;
    this.#unit = unit;
  }

  wheel = (event: WheelEvent) => {
    // A page that can scroll keeps scrolling, unless the map is zoomed in or Ctrl is held.
    const page = document.documentElement;
    const scrolls = page.scrollHeight > page.clientHeight + 1;
    if (!this.#looking.box && (event.deltaY > 0 || (scrolls && !event.ctrlKey))) return;
    event.preventDefault();
    this.#looking.zoom(event.deltaY > 0 ? 1.15 : 0.87, this.#at(event.clientX, event.clientY));
  };

  down = (event: PointerEvent) => {
    if (!this.#fingers.size) this.dragged = false;
    this.#fingers.set(event.pointerId, event);
  };

  drag = (event: PointerEvent) => {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    if (this.#fingers.size === 1) {
      const dx = before.clientX - event.clientX;
      const dy = before.clientY - event.clientY;
      if (!this.dragged && Math.hypot(dx, dy) < SLIP) return;
      this.dragged = true;
      this.#looking.move(dx * this.#unit(), dy * this.#unit());
    } else {
      const other = [...this.#fingers.values()].find(({ pointerId }) => pointerId !== event.pointerId)!;
      const far = (one: PointerEvent) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      this.dragged = true;
      const middle = this.#at((event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
      this.#looking.zoom(far(before) / Math.max(1, far(event)), middle);
    }
    this.#fingers.set(event.pointerId, event);
  };

  up = (event: PointerEvent) => void this.#fingers.delete(event.pointerId);

  keys = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    const { box } = this.#looking;
    if (arrow && box) this.#looking.move(arrow[0] * box[2], arrow[1] * box[3]);
    else if (event.key === "+" || event.key === "=") this.#looking.zoom(0.8);
    else if (event.key === "-") this.#looking.zoom(1.25);
    else if (event.key === "0") this.#looking.reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
