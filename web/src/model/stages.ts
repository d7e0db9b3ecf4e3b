import { text } from "../language/messages";
import { PASSES } from "./choiceKinds";
import type { Group, View } from "../api/types";

/** The stages of the page. A decision without another stage is on the map. */
export const STAGES = ["Map", "Market", "Opening", "Formation", "Money", "Offer", "Discard", "Runs", "Result"] as const;
export type Stage = (typeof STAGES)[number];
const stageNames = (): Record<Stage, string> => ({
  Map: text("Map"),
  Market: text("Market"),
  Opening: text("Opening"),
  Formation: text("Formation"),
  Money: text("Money"),
  Offer: text("Offer"),
  Discard: text("Discard"),
  Runs: text("Runs"),
  Result: text("Result"),
});
/** Return the name of a stage in the language of the reader. */
export const stageName = (stage: Stage) => stageNames()[stage];

/** Return the advice to make a choice on a stage. */
export const chooseOn = (stage: Stage): string =>
  ({
    Map: text("Choose on the map on the left, or press ↓ and ↑."),
    Market: text("Choose in the market on the left, or press ↓ and ↑."),
    Opening: text("Choose in the opening on the left, or press ↓ and ↑."),
    Formation: text("Choose in the formation on the left, or press ↓ and ↑."),
    Money: text("Choose among the items for sale on the left, or press ↓ and ↑."),
    Offer: text("Choose in the offer on the left, or press ↓ and ↑."),
    Discard: text("Choose among the trains on the left, or press ↓ and ↑."),
    Runs: text("Choose among the runs on the left, or press ↓ and ↑."),
    Result: text("Choose in the result on the left, or press ↓ and ↑."),
  })[stage];
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

/** Kinds of choice that are made of runs on the map. */
const OF_RUNS: readonly string[] = ["run", "announce", "declare_revenue"];

/**
 * Return true if the map is shown for a decision without a choice on it, such as the purchase of a train. Runs need the
 * map.
 */
export function offMap(view: View): boolean {
  const groups = view.decision?.groups ?? [];
  return (
    stageOf(view) === "Map" &&
    groups.length > 0 &&
    groups.every(({ kind, choices }) => !OF_RUNS.includes(kind) && choices.every(({ place }) => !place))
  );
}
