import * as api from "../api/requests";
import { lookOf } from "../model/choiceKinds";
import type { Table } from "./table.svelte";
import type { ActionKind, Forbidden, View } from "../api/types";

/** Kinds whose refusals are asked for hex by hex, where they are. */
const ELSEWHERE: readonly ActionKind[] = ["lay_tile", "place_token"];

/** What is refused now of the kinds that the dock lists; in a turn it is asked for once a moment. */
export class Refused {
  private found = $state.raw<Forbidden[]>([]);
  private asked = -1;

  constructor(private readonly table: Table) {}

  /** Ask for what belongs to a moment where kinds are listed whose refusals it does not bring along. */
  look(view: View, kinds: readonly ActionKind[]) {
    if (this.asked === view.version || !view.live || this.table.shows) return;
    this.found = [];
    if (!view.decision?.corp || !kinds.length || kinds.some((kind) => ELSEWHERE.includes(kind))) return;
    const asked = (this.asked = view.version);
    api.why(this.table.id, "").then(
      (found) => {
        if (asked === this.asked) this.found = found;
      },
      // Refusals only help here: a refused action shows its reason anyway.
      () => undefined,
    );
  }

  /** All that is refused now; kinds that have their time elsewhere have no targets, and a last resort is not missed. */
  all(view: View): Forbidden[] {
    const all = view.decision?.corp ? this.found : (view.decision?.forbidden ?? []);
    return all.filter(({ kind, targets }) => targets.length > 0 && lookOf(kind).tone !== "sell");
  }

  /** What is refused of a kind. */
  of(view: View, wanted: ActionKind): Forbidden[] {
    return this.all(view).filter(({ kind }) => kind === wanted);
  }
}
