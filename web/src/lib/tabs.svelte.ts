export const TABS = ["Players", "Companies", "Chart", "Supply", "Log", "Sheet"] as const;
export type Tab = (typeof TABS)[number];

/** Which panel is shown. */
export class Tabs {
  shown = $state<Tab>("Players");

  /** Show the panel with this number, from 1. */
  choose(number: number) {
    this.shown = TABS[number - 1] ?? this.shown;
  }
}
