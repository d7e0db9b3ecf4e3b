/** The words of plans on the page. */
import type { KeptPlan, PlanMode, PlanStep } from "../api/plans";

const STATES: Record<PlanStep["state"], string> = {
  done: "Done",
  ready: "Ready",
  changed: "Changed",
  refused: "Not legal",
  waits: "Waits",
  otherwise: "Otherwise",
};
export const MODES: readonly (readonly [mode: Exclude<PlanMode, "off">, text: string])[] = [
  ["same", "while each step does what it did in the sandbox"],
  ["exact", "while all players move as in the sandbox"],
];

/** Return the state of a step in a word. An assumed move that has not happened yet is named as such. */
export const stateOf = ({ state, mine }: PlanStep): string => (state === "waits" && !mine ? "Assumed" : STATES[state]);

/** Return the text of the button that hands in the next steps. */
export const handInText = ({ ready }: Pick<KeptPlan, "ready">): string =>
  ready > 1 ? `Hand in ${ready} steps` : "Hand in";

/** Return a short name for the plans and the active auto-actions, for the button in the header. */
export function chip(active: number, plans: readonly Pick<KeptPlan, "mode" | "ready">[]): string {
  const on = active + plans.filter(({ mode }) => mode !== "off").length;
  if (on) return on === 1 ? "Auto: on" : `Auto: ${on} on`;
  if (!plans.length) return "Auto";
  return plans.some(({ ready }) => ready) ? "Auto: plan ready" : "Auto: plan";
}
