import { keyOf, leadsTo } from "../model/choices";
import { type Preview, tilesOf } from "../model/laying";
import type { Action, Choice, Outlook, RouteInfo, View } from "../api/types";

/** Stops that are being picked on the map. */
export interface Picking {
  chosen: string[];
  more: string[];
  toggle: (stop: string) => void;
}

/** What is chosen and not yet sent. */
export interface Chosen {
  choice: Choice;
  /** Of a choice that has amounts: the one that is set, which may not be legal while it is typed. */
  amount: number | null;
  /** The action to send; null if the amount is out of range. */
  action: Action | null;
}

/** What a selection asks of the table it belongs to. */
export interface Outside {
  view: () => View | null;
  attempt: (action: Action) => Promise<Outlook>;
  send: (action: Action) => Promise<void>;
}

/** The action of a choice, with this amount if it is in its range. */
function actionOf({ action, amounts }: Choice, amount: number | null): Action | null {
  if (!action || !amounts) return action;
  const { low, high, step, field } = amounts;
  const legal = amount !== null && Number.isInteger(amount) && amount >= low && amount <= high;
  return legal && (amount - low) % step === 0 ? { ...action, [field]: amount } : null;
}

/**
 * What is selected on the page and not yet sent: choose, see the ghost, confirm.
 *
 * Stages and lists call `choose` and draw the ghost from `chosen` and `outcome`; the dock's one button calls `confirm`.
 */
export class Selection {
  hex = $state<string | null>(null);
  chosen = $state.raw<Chosen | null>(null);
  /** What the table says that the chosen action leads to; null while that is awaited. */
  outcome = $state.raw<Outlook | null>(null);
  /** Runs drawn on the map. */
  runs = $state.raw<RouteInfo[]>([]);
  picking = $state.raw<Picking | null>(null);

  /** Amounts that were set, by the key of their choice: they outlive an action that came in between. */
  private typed: Record<string, number> = {};
  private asked = 0;
  /** The selection before a look back in time. */
  private kept: Chosen | null = null;

  constructor(private readonly outside: Outside) {}

  /** The tile that is tried in its place. */
  get preview(): Preview | null {
    const choice = this.chosen?.choice;
    const place = choice?.place;
    return choice && place?.tile
      ? { hex: place.hex, tile: place.tile, rotation: place.rotation ?? 0, choice: choice.id }
      : null;
  }

  /** The id of what is chosen, or of something that can be done on the hex that is asked about. */
  get meant(): number | null {
    return (this.chosen?.choice ?? this.choicesOn(this.hex)[0])?.id ?? null;
  }

  /** Whether this is what is chosen, with whatever amount. */
  has(choice: Choice): boolean {
    return this.chosen !== null && keyOf(this.chosen.choice) === keyOf(choice);
  }

  /** Whether this very action would be sent. */
  means(action: Action): boolean {
    return JSON.stringify(this.chosen?.action) === JSON.stringify(action);
  }

  /** The amount that is set for a choice, or was before. */
  amountOf(choice: Choice): number | null {
    return choice.amounts ? (this.typed[keyOf(choice)] ?? choice.amounts.low) : null;
  }

  /** Choose, which costs nothing; of an open choice, such as runs, with the action that has been made of it. */
  choose(choice: Choice, amount: number | null = this.amountOf(choice), made: Action | null = null) {
    if (choice.amounts && amount !== null) this.typed[keyOf(choice)] = amount;
    if (choice.place) this.hex = choice.place.hex;
    // What was legal once is looked at and not sent.
    const action = this.outside.view()?.live ? (made ?? actionOf(choice, amount)) : null;
    this.chosen = { choice, amount, action };
    void this.foresee(action);
  }

  /** Select the choice that leads to an action; false if none does. */
  propose(action: Action): boolean {
    const groups = this.outside.view()?.decision?.groups ?? [];
    const choices = groups.find(({ kind }) => kind === action.kind)?.choices ?? [];
    const choice = choices.find((each) => leadsTo(each, action));
    if (!choice) return false;
    const field = choice.amounts?.field as keyof Action | undefined;
    this.choose(choice, field ? Number(action[field]) : null, choice.action ? null : action);
    return true;
  }

  /** Send what is chosen. */
  async confirm() {
    const action = this.chosen?.action;
    if (action) await this.outside.send(action);
  }

  /** Nothing is chosen any more. */
  letGo() {
    this.asked += 1;
    this.chosen = null;
    this.outcome = null;
  }

  /** Ask about a hex, or with null about none. If only one action is possible there, it is selected. */
  select(hex: string | null) {
    if (this.chosen?.choice.place && this.chosen.choice.place.hex !== hex) this.letGo();
    this.hex = hex;
    const here = this.choicesOn(hex);
    const tiles = tilesOf(here);
    const only = tiles.length === 1 ? tiles[0]![0] : here.length === 1 ? here[0] : undefined;
    if (only && !here.some((choice) => this.has(choice))) this.choose(only);
  }

  /** What can be done on a hex. */
  choicesOn(hex: string | null): Choice[] {
    if (!hex) return [];
    return this.all.filter(({ place }) => place?.hex === hex);
  }

  /** Turn the tile that is tried to the next way in which it fits, or the one before. */
  turnTile(by = 1) {
    const { preview } = this;
    if (!preview) return;
    const ways = tilesOf(this.choicesOn(preview.hex)).find((each) => each.some(({ id }) => id === preview.choice));
    const at = ways?.findIndex(({ id }) => id === preview.choice) ?? -1;
    if (ways) this.choose(ways[(at + by + ways.length) % ways.length]!);
  }

  /** Look at what is chosen once more, as after a time without the table. */
  again() {
    void this.foresee(this.chosen?.action ?? null);
  }

  /** Show another moment: a selection that is still legal stays, and is checked again. */
  moved(live: boolean) {
    const before = this.chosen ?? this.kept;
    this.letGo();
    this.picking = null;
    this.runs = [];
    this.kept = live ? null : before;
    // What was made of an open choice belonged to the moment before.
    if (!live || !before?.choice.action) return;
    const still = this.all.find((choice) => keyOf(choice) === keyOf(before.choice));
    if (still) this.choose(still);
  }

  /** Something has been done: nothing is selected any more. */
  forget() {
    this.letGo();
    this.hex = null;
    this.kept = null;
    this.typed = {};
  }

  private get all(): Choice[] {
    return (this.outside.view()?.decision?.groups ?? []).flatMap(({ choices }) => choices);
  }

  /** Ask what an action leads to; the newest question wins. */
  private async foresee(action: Action | null) {
    const mine = ++this.asked;
    this.outcome = null;
    if (!action) return;
    try {
      const found = await this.outside.attempt(action);
      if (mine === this.asked) this.outcome = found;
    } catch {
      // An outcome that cannot be computed now is no error: confirming shows what is wrong.
    }
  }
}
