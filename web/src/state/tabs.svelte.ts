import { tick } from "svelte";
import { text } from "../language/messages";
import { type Stage, stageName } from "../model/stages";

/** The panels, in order. `components/panels/panels.ts` has their components. */
export const TABS = ["Players", "Companies", "Chart", "Supply", "Log", "Sheet"] as const;
export type Tab = (typeof TABS)[number];

const tabNames = (): Record<Tab, string> => ({
  Players: text("Players"),
  Companies: text("Companies"),
  Chart: text("Chart"),
  Supply: text("Supply"),
  Log: text("Log"),
  Sheet: text("Sheet"),
});
/** Return the name of a stage or panel in the language of the reader. */
export const nameOf = (shown: Stage | Tab) => (isTab(shown) ? tabNames()[shown] : stageName(shown));

export const isTab = (shown: Stage | Tab | null): shown is Tab => TABS.includes(shown as Tab);

/** The stage or panel on the screen: the stage of the decision, until the player opens another one. */
export class Tabs {
  private wanted = $state<Stage | Tab | null>(null);

  constructor(private readonly stage: () => Stage) {}

  get shown(): Stage | Tab {
    return this.wanted ?? this.stage();
  }

  set shown(wanted: Stage | Tab) {
    this.wanted = wanted === this.stage() ? null : wanted;
  }

  /** Show the stage of the decision. */
  back() {
    this.wanted = null;
  }

  /** Handle a change of the decision's stage: close an open stage, and keep an open panel. */
  moved() {
    if (!isTab(this.wanted)) this.wanted = null;
  }

  /** Show a panel and scroll to the part about this player or corporation. */
  async find(tab: Tab, id: string) {
    this.shown = tab;
    await tick();
    const found = document.querySelector<HTMLElement>(`.panel [data-about="${CSS.escape(id)}"]`);
    found?.closest("details")?.setAttribute("open", "");
    found?.scrollIntoView({ block: "nearest" });
    found?.focus({ preventScroll: true });
  }
}
