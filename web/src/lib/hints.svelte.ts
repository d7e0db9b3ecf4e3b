import * as api from "./api";
import type { Table } from "./table.svelte";
import type { Choice, RuleText } from "./types";
import { changes, effect } from "./words";

const PATIENCE = 180;

/** What can be said of a choice before it is taken, and of a rule that forbids one. */
export class Hints {
  outlook = $state("");
  rule = $state.raw<RuleText | null>(null);
  private wait: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  constructor(private readonly table: Table) {}

  clear() {
    clearTimeout(this.wait);
    this.asked += 1;
    this.outlook = "";
    this.rule = null;
  }

  /** Nothing is pointed at any more. */
  leave() {
    clearTimeout(this.wait);
    this.asked += 1;
    this.outlook = "";
  }

  /** What a choice would lead to. */
  ask(choice: Choice, amount?: number) {
    clearTimeout(this.wait);
    const mine = ++this.asked;
    const { table } = this;
    const action = table.actionOf(choice, amount);
    this.outlook = effect(choice);
    if (!action || table.busy || !table.view) return;
    const { version } = table.view;
    this.wait = setTimeout(() => {
      // What has been chosen meanwhile needs no hint, and what has changed would be refused.
      if (table.busy || table.view?.version !== version) return;
      api
        .attempt(table.id, version, action)
        .then(({ lines, cash, moment, moves_on }) => {
          if (mine !== this.asked) return;
          const money = changes(cash);
          const told = lines.map(({ text }) => text);
          const next = moves_on ? [`then ${moment}`] : [];
          this.outlook = [...told, money.join(", "), ...next].filter(Boolean).join("; ");
        })
        // A hint that cannot be had is no trouble; what is wrong is told when the choice is taken.
        .catch(() => undefined);
    }, PATIENCE);
  }

  async explain(name: string) {
    try {
      this.rule = await api.rule(this.table.id, name);
    } catch (error) {
      this.table.say(error);
    }
  }
}
