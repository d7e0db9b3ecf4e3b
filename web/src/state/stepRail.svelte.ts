import { text } from "../language/messages";
import { lookOf, PASSES, type Tone, toneOfStep } from "../model/choiceKinds";
import type { ActionKind, Decision, Group, View } from "../api/types";

/** Longer lists of choices are shown step by step. */
const MANY = 12;

/** A step of a turn. If a decision has no steps, it is the choices of one kind. */
export interface Part {
  id: string;
  name: string;
  tone: Tone;
  /** The key that shows it. */
  key: string;
  kinds: ActionKind[];
  /** The ids of its choices. */
  choices: number[];
  state: string;
  must: boolean;
  summary: string;
}

/** Return the groups of choices without the one that passes. */
const groupsOf = (decision: Decision | null): Group[] =>
  (decision?.groups ?? []).filter(({ kind }) => !PASSES.includes(kind));

/** Return the parts of a decision: its steps, and the other choices by kind. */
export function partsOf(decision: Decision | null): Part[] {
  const groups = groupsOf(decision);
  const steps = (decision?.steps ?? []).map(({ id, name, state, must, summary, choices }): Part => {
    const kinds = groups.filter((group) => group.choices.some((choice) => choices.includes(choice.id)));
    const look = kinds[0] && lookOf(kinds[0].kind);
    const mine = kinds
      .flatMap((group) => group.choices.map((choice) => choice.id))
      .filter((one) => choices.includes(one));
    return {
      ...{ id, name, state, must, summary },
      tone: look?.tone ?? toneOfStep(id),
      key: look?.key ?? "",
      kinds: kinds.map(({ kind }) => kind),
      choices: mine,
    };
  });
  const told = new Set(steps.flatMap(({ choices }) => choices));
  const others = groups.flatMap(({ kind, heading, choices }): Part[] => {
    const left = choices.map(({ id }) => id).filter((id) => !told.has(id));
    if (!left.length) return [];
    const { tone, short, key = "" } = lookOf(kind);
    const summary = choices.some(({ open }) => open) ? text("best runs") : String(left.length);
    return [
      {
        ...{ id: kind, name: short || heading, tone, key, summary },
        kinds: [kind],
        choices: left,
        state: "open",
        must: false,
      },
    ];
  });
  // A decision that interrupts a turn does not belong to its steps.
  return others.length && !told.size ? others : [...steps, ...others];
}

/** The steps of a decision. The dock lists one at a time, and the map marks its choices. */
export class Rail {
  private wanted = $state.raw<{ turn: string; id: string } | null>(null);

  constructor(
    private readonly view: () => View | null,
    /** Returns the selected choice, or a choice on the selected hex. */
    private readonly meant: () => number | null,
    /** Returns true if a choice has a control on the stage, so that a list does not need it. */
    private readonly onStage: (choice: number) => boolean,
  ) {}

  readonly parts: Part[] = $derived.by(() => partsOf(this.view()?.decision ?? null));

  /** True if the dock lists one step at a time. */
  readonly filters: boolean = $derived.by(() => {
    const decision = this.view()?.decision ?? null;
    if (this.parts.filter(({ choices }) => choices.length).length < 2) return false;
    const rows = groupsOf(decision).flatMap(({ choices }) =>
      choices.filter(({ id, place }) => !place && !this.onStage(id)),
    );
    return Boolean(decision?.corp) || rows.length > MANY;
  });

  /** The part that is listed. Null lists all parts. */
  readonly shown: Part | null = $derived.by(() => {
    if (!this.filters) return null;
    const open = this.parts.filter(({ choices }) => choices.length);
    const meant = this.meant();
    return (
      open.find(({ choices }) => meant !== null && choices.includes(meant)) ??
      open.find(({ id }) => this.wanted?.turn === this.turn && id === this.wanted.id) ??
      open.find(({ state }) => state === "now") ??
      open[0] ??
      null
    );
  });

  /** The groups of choices that are listed. */
  readonly listed: Group[] = $derived.by(() => {
    const { shown } = this;
    const groups = groupsOf(this.view()?.decision ?? null);
    if (!shown) return groups;
    const trains = groups.find(({ kind }) => kind === "buy_train")?.choices ?? [];
    // A loan may pay for a train. Loans are listed with the trains if the treasury cannot pay for a train from the
    // bank.
    const short = shown.kinds.includes("buy_train") && !trains.some(({ source }) => source === "bank");
    return groups.flatMap((group) => {
      const pays = short && group.kind === "take_loan";
      const choices = group.choices.filter(({ id }) => pays || shown.choices.includes(id));
      return choices.length ? [{ ...group, choices }] : [];
    });
  });

  /** A key for the turn. A step that was opened in one turn is not kept for the next. */
  private get turn(): string {
    const view = this.view();
    return [view?.round.text, view?.decision?.corp].join();
  }

  show(id: string) {
    this.wanted = { turn: this.turn, id };
  }

  /** Show the step of a key. Return false if no step has the key. */
  key(letter: string): boolean {
    const found = this.parts.find(({ key, choices }) => key === letter && choices.length);
    if (found) this.show(found.id);
    return found !== undefined;
  }
}
