import { type Preview, tilesOf, tried } from "./laying";
import type { Choice, RouteInfo, View } from "./types";

/** Stops that are being picked on the map. */
export interface Picking {
  chosen: string[];
  more: string[];
  toggle: (stop: string) => void;
}

/** What is selected on the page and not yet sent: a hex, a tile that is tried, stops, amounts. */
export class Selection {
  hex = $state<string | null>(null);
  preview = $state.raw<Preview | null>(null);
  /** Runs drawn on the map. */
  runs = $state.raw<RouteInfo[]>([]);
  picking = $state.raw<Picking | null>(null);
  /** The key of the choice whose amount is being set. */
  opened = $state<string | null>(null);
  /** Amounts that were typed, by the key of their choice: they outlive an action that came in between. */
  typed: Record<string, number> = {};

  constructor(private readonly view: () => View | null) {}

  /** Ask about a hex, or with null about none; where one tile alone fits, it is tried at once. */
  select(hex: string | null) {
    this.hex = hex;
    const tiles = tilesOf(this.choicesOn(hex));
    this.preview = tiles.length === 1 ? tried(tiles[0]!, null) : null;
  }

  /** What can be done on a hex. */
  choicesOn(hex: string | null): Choice[] {
    if (!hex) return [];
    const groups = this.view()?.decision?.groups ?? [];
    return groups.flatMap(({ choices }) => choices.filter(({ place }) => place?.hex === hex));
  }

  /** Turn the tile that is tried. */
  turnTile() {
    const { preview } = this;
    if (!preview) return;
    const ways = tilesOf(this.choicesOn(preview.hex)).find((each) => each.some(({ id }) => id === preview.choice));
    if (ways) this.preview = tried(ways, preview);
  }

  /** Another moment is shown: what was tried and drawn belonged to the one before. */
  letGo() {
    this.preview = null;
    this.picking = null;
    this.runs = [];
  }

  /** Something has been done: nothing is selected any more. */
  forget() {
    this.hex = null;
    this.opened = null;
    this.typed = {};
  }
}
