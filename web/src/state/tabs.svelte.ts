import { tick } from "svelte";
import { WHERE, type Stage } from "../model/stages";

/** The panels, in order. `components/panels/panels.ts` has their components. */
export const TABS = ["Players", "Companies", "Chart", "Supply", "Log", "Sheet"] as const;
export type Tab = (typeof TABS)[number];

/** The stage or panel on the screen: the stage of the decision, until the player opens another one. */
export class Tabs {
  private wanted = $state<Stage | Tab | null>(null);

  constructor(private readonly stage: () => Stage) {}

  /** The place of the choices, in words. */
  get where(): string {
    return WHERE[this.stage()];
  }

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
    if (!TABS.includes(this.wanted as Tab)) this.wanted = null;
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
