/** The words of plans on the page. */
import { plural, text } from "../language/messages";
import type { KeptPlan, PlanMode, PlanStep } from "../api/plans";

const states = (): Record<PlanStep["state"], string> => ({
  done: text("Done"),
  ready: text("Ready"),
  changed: text("Changed"),
  refused: "Not legal",
  waits: text("Waits"),
  otherwise: text("Otherwise"),
});
export const modes = (): readonly (readonly [mode: Exclude<PlanMode, "off">, words: string])[] => [
  ["same", text("while each step does what it did in the sandbox")],
  ["exact", text("while all players move as in the sandbox")],
];

/** Return the state of a step in a word. An assumed move that has not happened yet is named as such. */
export const stateOf = ({ state, mine }: PlanStep): string =>
  state === "waits" && !mine ? text("Assumed") : states()[state];

/** Return the text of the button that hands in the next steps. */
export const handInText = ({ ready }: Pick<KeptPlan, "ready">): string =>
  ready > 1 ? plural(ready, ["Hand in # step", "Hand in # steps"]) : "Hand in";

/** Return a short name for the plans and the active auto-actions, for the button in the header. */
export function chip(active: number, plans: readonly Pick<KeptPlan, "mode" | "ready">[]): string {
  const on = active + plans.filter(({ mode }) => mode !== "off").length;
  if (on) return on === 1 ? "Auto: on" : `Auto: ${on} on`;
  if (!plans.length) return text("Auto");
  return plans.some(({ ready }) => ready) ? "Auto: plan ready" : "Auto: plan";
}
