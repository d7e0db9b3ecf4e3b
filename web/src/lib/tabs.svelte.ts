import { tick } from "svelte";
import type { Stage } from "./stages";

/** The panels, in order; `parts/panels.ts` says what draws each of them. */
export const TABS = ["Players", "Companies", "Chart", "Supply", "Log", "Sheet"] as const;
export type Tab = (typeof TABS)[number];

/** Which stage and which panel is shown. */
export class Tabs {
  shown = $state<Tab>("Players");
  /** The stage that somebody wants to see; null shows the one that the decision is taken on. */
  stage = $state<Stage | null>(null);

  /** Show a panel, and in it what is marked as being about this player or corporation. */
  async find(tab: Tab, id: string) {
    this.shown = tab;
    await tick();
    const found = document.querySelector<HTMLElement>(`.panel [data-about="${CSS.escape(id)}"]`);
    found?.closest("details")?.setAttribute("open", "");
    found?.scrollIntoView({ block: "nearest" });
    found?.focus({ preventScroll: true });
  }
}
