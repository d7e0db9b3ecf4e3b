import { tick } from "svelte";
import { WHERE, type Stage } from "../model/stages";

/** The panels, in order; `components/panels/panels.ts` says what draws each of them. */
export const TABS = ["Players", "Companies", "Chart", "Supply", "Log", "Sheet"] as const;
export type Tab = (typeof TABS)[number];

/** The stage or panel on the screen: the stage of the decision, until the player opens another one. */
export class Tabs {
  private wanted = $state<Stage | Tab | null>(null);

  constructor(private readonly stage: () => Stage) {}

  /** Where the choices of the decision are, in words. */
  get where(): string {
    return WHERE[this.stage()];
  }

  get shown(): Stage | Tab {
    return this.wanted ?? this.stage();
  }

  set shown(wanted: Stage | Tab) {
    this.wanted = wanted === this.stage() ? null : wanted;
  }

  /** Look at what the decision is taken on. */
  back() {
    this.wanted = null;
  }

  /** The decision has moved to another stage: an open stage closes, an open panel stays. */
  moved() {
    if (!TABS.includes(this.wanted as Tab)) this.wanted = null;
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
