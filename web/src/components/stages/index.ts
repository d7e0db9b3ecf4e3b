import type { Component } from "svelte";
import { type Stage, stageOf, STAGES } from "../../model/stages";
import type { Table } from "../../state/table.svelte";
import type { Board, View } from "../../api/types";
import DiscardStage from "./DiscardStage.svelte";
import FormationStage from "./FormationStageLater.svelte";
import MapStage from "./MapStage.svelte";
import MarketStage from "./MarketStage.svelte";
import OfferStage from "./OfferStage.svelte";
import OpeningStage from "./OpeningStage.svelte";
import RaisingStage from "./RaisingStageLater.svelte";
import ResultStage from "./ResultStageLater.svelte";
import RunsStage from "./RunsStageLater.svelte";

/** The props of a stage. A stage selects through `table.selection` and draws a preview of the selected choice. */
export interface StageProps {
  table: Table;
  view: View;
  board: Board;
}

/** The component of each stage. The map is shown for those without one. */
export const STAGE: Partial<Record<Stage, Component<StageProps>>> & { Map: Component<StageProps> } = {
  Map: MapStage,
  Result: ResultStage,
  Formation: FormationStage,
  Market: MarketStage,
  Opening: OpeningStage,
  Money: RaisingStage,
  Offer: OfferStage,
  Discard: DiscardStage,
  Runs: RunsStage,
};

/** Return the stages that can be opened: the map, the market, a formation to come, and the stage of this decision. */
export function stagesOf(view: View): Stage[] {
  const now = stageOf(view);
  const always = ["Map", "Market", ...(view.forms ? ["Formation"] : [])];
  return STAGES.filter((name) => name in STAGE && (always.includes(name) || name === now));
}
