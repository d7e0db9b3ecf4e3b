import * as api from "../api/requests";
import { keyOf } from "../model/choices";
import type { Table } from "./table.svelte";
import type { Choice, Outlook } from "../api/types";

/** Previews of some choices. They are requested together, once for each moment. */
export class Foreseen {
  found = $state.raw<Record<string, Outlook>>({});
  private asked = "";

  constructor(private readonly table: Table) {}

  of(choice: Choice): Outlook | null {
    return this.found[keyOf(choice)] ?? null;
  }

  /** Request previews of the choices without amounts. The same request is not repeated. */
  look(choices: Choice[]) {
    const { table } = this;
    const view = table.view;
    // A puzzle without an answer refuses previews.
    if (!view?.live || view.withheld) return;
    const asked = `${view.version} ${choices.map(({ id }) => id).join()}`;
    if (asked === this.asked) return;
    this.asked = asked;
    this.found = {};
    for (const choice of choices) {
      if (!choice.action) continue;
      api
        .attempt(table.id, view.version, choice.action)
        .then((outlook) => {
          if (asked === this.asked) this.found = { ...this.found, [keyOf(choice)]: outlook };
        })
        // An outcome that cannot be computed now is explained when it is selected.
        .catch(() => undefined);
    }
  }
}
