import { tick } from "svelte";

/** The panels, in order; `parts/panels.ts` says what draws each of them. */
export const TABS = ["Players", "Companies", "Chart", "Supply", "Log", "Sheet"] as const;
export type Tab = (typeof TABS)[number];

/** Which panel is shown. */
export class Tabs {
  shown = $state<Tab>("Players");

  /** Show the panel with this number, from 1; false where there is none. */
  choose(number: number): boolean {
    const tab = TABS[number - 1];
    if (tab) this.shown = tab;
    return tab !== undefined;
  }

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
