import * as api from "../api/requests";
import type { Table } from "./table.svelte";
import type { Earnings, View } from "../api/types";

/** The best runs of corporations after each answer to the open question. They are requested once for each moment. */
export class Answers {
  found = $state.raw<Earnings[] | null>(null);
  private asked: string | null = null;

  look(table: Table, view: View) {
    const asked = `${table.id} ${view.at}`;
    if (asked === this.asked) return;
    this.asked = asked;
    this.found = null;
    if (!view.asked?.ways.length || table.shows) return;
    api.answers(table.id, view.at).then(
      (found) => {
        if (asked === this.asked) this.found = found;
      },
      // The figures are optional: the game works without them.
      () => undefined,
    );
  }
}
