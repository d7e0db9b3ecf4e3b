import { PASSES } from "./choiceKinds";
import type { Group, View } from "../api/types";

/** The stage of a decision; the map if it has no other. */
export const STAGES = ["Map", "Market", "Opening", "Formation", "Money", "Offer", "Discard", "Runs", "Result"] as const;
export type Stage = (typeof STAGES)[number];
/** The name of the stage. */
export const WHERE: Record<Stage, string> = {
  Map: "on the map",
  Market: "in the market",
  Opening: "in the opening",
  Formation: "in the formation",
  Money: "among the items for sale",
  Offer: "in the offer",
  Discard: "among the trains",
  Runs: "among the runs",
  Result: "in the result",
};
/** Stages that have the players as columns. */
export const WITH_PLAYERS: Stage[] = ["Market", "Opening"];

/** The choices that do not pass. */
const besides = (view: View): Group[] => (view.decision?.groups ?? []).filter(({ kind }) => !PASSES.includes(kind));

/** What some moments send besides: it says which stage they are decided on. */
interface Scenes {
  opening?: unknown;
}

/** The stage of each kind of question that is put before a player. */
const ASKED = { offer: "Offer", discard: "Discard", announcement: "Runs" } as const;

/** The stage that the choices of a moment are made on, or those of them that are listed. */
export function stageOf(view: View, listed = besides(view)): Stage {
  const { opening } = view as View & Scenes;
  if (view.over && view.live) return "Result";
  if (view.formation) return "Formation";
  // What can only be done on hexes, such as to choose a home, is done there whatever else is to be decided.
  if (listed.length && listed.every(({ choices }) => choices.every(({ place }) => place))) return "Map";
  if (view.raising) return "Money";
  if (view.asked) return ASKED[view.asked.kind];
  if (opening) return "Opening";
  // If no private is for sale, the opening asks for a price.
  return ["stock", "opening"].includes(view.round.kind) ? "Market" : "Map";
}
