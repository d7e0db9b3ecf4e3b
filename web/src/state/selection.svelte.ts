import { keyOf, leadsTo } from "../model/choices";
import { type Preview, tilesOf } from "../model/laying";
import type { Action, Choice, Outlook, RouteInfo, Tried, View } from "../api/types";

/** Stops that are being picked on the map. */
export interface Picking {
  chosen: string[];
  more: string[];
  toggle: (stop: string) => void;
}

/** A selected choice that has not been sent. */
export interface Chosen {
  choice: Choice;
  /** The selected amount of a choice with amounts. It may be illegal while it is typed. */
  amount: number | null;
  /** The action to send; null if the amount is out of range. */
  action: Action | null;
}

/** The referee's reason why an amount is refused. `why` is empty if the server cannot say it now. */
export interface AmountRefusal {
  why: string;
  rule: string;
}
const UNKNOWN: AmountRefusal = { why: "", rule: "" };
/** Milliseconds of rest before the reason is requested, so that the first digits of a number send no request. */
const REST = 300;

/** The parts of a table that its selection uses. */
export interface Outside {
  view: () => View | null;
  attempt: (action: Action) => Promise<Outlook>;
  /** Try an action that is not among the legal ones. */
  refusal: (action: Action) => Promise<Tried | undefined>;
  send: (action: Action) => Promise<void>;
}

/** Return the action of a choice with an amount; null if the amount is out of range. */
function actionOf({ action, amounts }: Choice, amount: number | null): Action | null {
  if (!action || !amounts) return action;
  const { low, high, step, field } = amounts;
  const legal = amount !== null && Number.isInteger(amount) && amount >= low && amount <= high;
  return legal && (amount - low) % step === 0 ? { ...action, [field]: amount } : null;
}

/**
 * The selection on the page that has not been sent: choose, see the preview, confirm. Stages and lists call `choose`
 * and draw a preview from `chosen` and `outcome`. The dock's one button calls `confirm`.
 */
export class Selection {
  hex = $state<string | null>(null);
  chosen = $state.raw<Chosen | null>(null);
  /** The server's preview of the selected action. Null before the answer. */
  outcome = $state.raw<Outlook | null>(null);
  /** The refusal of the selected amount. Null if it is legal, and before the answer. */
  refusal = $state.raw<AmountRefusal | null>(null);
  /** Runs drawn on the map. */
  runs = $state.raw<RouteInfo[]>([]);
  picking = $state.raw<Picking | null>(null);

  /** The selected amounts by the key of their choice. They are kept if another player acts in between. */
  private typed: Record<string, number> = {};
  private asked = 0;
  /** The selection before the player looked at an earlier moment. */
  private kept: Chosen | null = null;

  constructor(private readonly outside: Outside) {}

  /** The tile of the preview. */
  get preview(): Preview | null {
    const choice = this.chosen?.choice;
    const place = choice?.place;
    return choice && place?.tile
      ? { hex: place.hex, tile: place.tile, rotation: place.rotation ?? 0, choice: choice.id }
      : null;
  }

  /** The id of the selected choice, or of a choice on the selected hex. */
  get meant(): number | null {
    return (this.chosen?.choice ?? this.choicesOn(this.hex)[0])?.id ?? null;
  }

  /** Return true if this choice is selected, with any amount. */
  has(choice: Choice): boolean {
    return this.chosen !== null && keyOf(this.chosen.choice) === keyOf(choice);
  }

  /** Return true if exactly this action is selected. */
  means(action: Action): boolean {
    return JSON.stringify(this.chosen?.action) === JSON.stringify(action);
  }

  /** Return the amount of a choice: the one set last, or else the lowest. */
  amountOf(choice: Choice): number | null {
    return choice.amounts ? (this.typed[keyOf(choice)] ?? choice.amounts.low) : null;
  }

  /** Select a choice without sending it. `made` is the action that completes an open choice, such as runs. */
  choose(choice: Choice, amount: number | null = this.amountOf(choice), made: Action | null = null) {
    if (choice.amounts && amount !== null) this.typed[keyOf(choice)] = amount;
    if (choice.place) this.hex = choice.place.hex;
    // At an earlier moment a choice can be shown, but not sent.
    const action = this.outside.view()?.live ? (made ?? actionOf(choice, amount)) : null;
    this.chosen = { choice, amount, action };
    this.again();
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

  /** Send the selected action. */
  async confirm() {
    const action = this.chosen?.action;
    if (action) await this.outside.send(action);
  }

  /** Clear the selected choice. */
  letGo() {
    this.asked += 1;
    this.chosen = null;
    this.outcome = null;
    this.refusal = null;
  }

  /** Select a hex; null selects none. If only one action is possible there, select it too. */
  select(hex: string | null) {
    if (this.chosen?.choice.place && this.chosen.choice.place.hex !== hex) this.letGo();
    this.hex = hex;
    const here = this.choicesOn(hex);
    const tiles = tilesOf(here);
    const only = tiles.length === 1 ? tiles[0]![0] : here.length === 1 ? here[0] : undefined;
    if (only && !here.some((choice) => this.has(choice))) this.choose(only);
  }

  /** Return the choices on a hex. */
  choicesOn(hex: string | null): Choice[] {
    if (!hex) return [];
    return this.all.filter(({ place }) => place?.hex === hex);
  }

  /** Turn the tile of the preview to the next legal rotation, or to the previous one. */
  turnTile(by = 1) {
    const { preview } = this;
    if (!preview) return;
    const ways = tilesOf(this.choicesOn(preview.hex)).find((each) => each.some(({ id }) => id === preview.choice));
    const at = ways?.findIndex(({ id }) => id === preview.choice) ?? -1;
    if (ways) this.choose(ways[(at + by + ways.length) % ways.length]!);
  }

  /** Request the preview of the selection, or the reason of its refusal, as after a lost connection. */
  again() {
    const { chosen } = this;
    void this.foresee(chosen?.action ?? null);
    if (chosen && !chosen.action && chosen.choice.amounts && this.outside.view()?.live)
      void this.explain(chosen.choice, chosen.amount);
  }

  /** Show another moment: a selection that is still legal stays, and is checked again. */
  moved(live: boolean) {
    const before = this.chosen ?? this.kept;
    this.letGo();
    this.picking = null;
    this.runs = [];
    this.kept = live ? null : before;
    // The action of an open choice belonged to the earlier moment.
    if (!live || !before?.choice.action) return;
    const still = this.all.find((choice) => keyOf(choice) === keyOf(before.choice));
    if (still) this.choose(still);
  }

  /** Clear everything after an action. */
  forget() {
    this.letGo();
    this.hex = null;
    this.kept = null;
    this.typed = {};
  }

  private get all(): Choice[] {
    return (this.outside.view()?.decision?.groups ?? []).flatMap(({ choices }) => choices);
  }

  /** Request the reason why an amount is refused. Only the answer to the last request counts. */
  private async explain({ action, amounts }: Choice, amount: number | null) {
    const mine = this.asked;
    let found: Tried | undefined;
    if (amount !== null && Number.isInteger(amount)) {
      await new Promise((done) => setTimeout(done, REST));
      if (mine !== this.asked) return;
      try {
        found = await this.outside.refusal({ ...action!, [amounts!.field]: amount });
      } catch {
        // Without an answer, the page names the range.
      }
    }
    if (mine !== this.asked) return;
    this.refusal = found && "error" in found ? { why: found.why, rule: found.rule } : UNKNOWN;
  }

  /** Request the preview of an action. Only the answer to the last request counts. */
  private async foresee(action: Action | null) {
    const mine = ++this.asked;
    this.outcome = null;
    this.refusal = null;
    if (!action) return;
    try {
      const found = await this.outside.attempt(action);
      if (mine === this.asked) this.outcome = found;
    } catch {
      // A preview that cannot be computed now is no error: confirming shows the problem.
    }
  }
}
