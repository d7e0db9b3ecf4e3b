import * as api from "./api";
import type { Table } from "./table.svelte";
import type { RuleText } from "./types";

/** The rule that is shown in words. */
export class Hints {
  rule = $state.raw<RuleText | null>(null);

  constructor(private readonly table: Table) {}

  clear() {
    this.rule = null;
  }

  async explain(name: string) {
    try {
      this.rule = await api.rule(this.table.id, name);
    } catch (error) {
      this.table.say(error);
    }
  }
}
