import { PASSES } from "./kinds";
import type { View } from "./types";

/** What a decision is taken on, the map where there is nothing of its own. */
export const STAGES = ["Map", "Market", "Opening", "Formation", "Money", "Offer", "Discard", "Runs", "Result"] as const;
export type Stage = (typeof STAGES)[number];
/** Stages that have the players as columns. */
export const WITH_PLAYERS: Stage[] = ["Market", "Opening"];

/** What some moments send besides: it says which stage they are decided on. */
interface Scenes {
  opening?: unknown;
}

/** Whether all that can be done is done on hexes, such as choosing a home when a company floats. */
function onTheMap({ decision }: View): boolean {
  const choices = (decision?.groups ?? [])
    .filter(({ kind }) => !PASSES.includes(kind))
    .flatMap((group) => group.choices);
  return choices.length > 0 && choices.every(({ place }) => place);
}

/** The stage of each kind of question that is put before a player. */
const ASKED = { offer: "Offer", discard: "Discard", announcement: "Runs" } as const;

/** The stage that the decision of a moment is taken on. */
export function stageOf(view: View): Stage {
  const { opening } = view as View & Scenes;
  if (view.over && view.live) return "Result";
  if (view.formation) return "Formation";
  if (view.raising) return "Money";
  if (view.asked) return ASKED[view.asked.kind];
  if (opening) return "Opening";
  if (onTheMap(view)) return "Map";
  // The opening is a price that is to be chosen where no private is for sale.
  return ["stock", "opening"].includes(view.round.kind) ? "Market" : "Map";
}
