import * as api from "../api/requests";
import { lookOf } from "../model/choiceKinds";
import type { Table } from "./table.svelte";
import type { ActionKind, Forbidden, View } from "../api/types";

/** Kinds of choices whose refusals are shown for each hex. */
const ELSEWHERE: readonly ActionKind[] = ["lay_tile", "place_token"];

/** The refusals for the kinds that the dock lists. During a turn they are requested once for each moment. */
export class Refused {
  private found = $state.raw<Forbidden[]>([]);
  private asked = -1;

  constructor(private readonly table: Table) {}

  /** Request the refusals of the listed kinds if the moment does not contain them. */
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

  /** Return all refusals, without kinds that have no targets and without sales, which are a last resort. */
  all(view: View): Forbidden[] {
    const all = view.decision?.corp ? this.found : (view.decision?.forbidden ?? []);
    return all.filter(({ kind, targets }) => targets.length > 0 && lookOf(kind).tone !== "sell");
  }

  /** Return the refusals of a kind. */
  of(view: View, wanted: ActionKind): Forbidden[] {
    return this.all(view).filter(({ kind }) => kind === wanted);
  }
}
