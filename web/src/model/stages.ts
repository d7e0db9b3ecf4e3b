import { PASSES } from "./choiceKinds";
import type { Group, View } from "../api/types";

/** The stages of the page. A decision without another stage is on the map. */
export const STAGES = ["Map", "Market", "Opening", "Formation", "Money", "Offer", "Discard", "Runs", "Result"] as const;
export type Stage = (typeof STAGES)[number];
/** The place of each stage in words. */
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

/** Return the groups of choices that do not pass. */
const besides = (view: View): Group[] => (view.decision?.groups ?? []).filter(({ kind }) => !PASSES.includes(kind));

/** The additional fields of some moments, which decide the stage. */
interface Scenes {
  opening?: unknown;
}

/** The stage of each kind of question to a player. */
const ASKED = { offer: "Offer", discard: "Discard", announcement: "Runs" } as const;

/** Return the stage of a moment, or the stage for the listed choices. */
export function stageOf(view: View, listed = besides(view)): Stage {
  const { opening } = view as View & Scenes;
  if (view.over && view.live) return "Result";
  if (view.formation) return "Formation";
  // If all choices are on hexes, such as the choice of a home, the stage is the map.
  if (listed.length && listed.every(({ choices }) => choices.every(({ place }) => place))) return "Map";
  if (view.raising) return "Money";
  if (view.asked) return ASKED[view.asked.kind];
  if (opening) return "Opening";
  // If no private is for sale, the opening asks for a price.
  return ["stock", "opening"].includes(view.round.kind) ? "Market" : "Map";
}
