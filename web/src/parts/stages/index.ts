import type { Component } from "svelte";
import type { Stage } from "../../lib/stages";
import type { Table } from "../../lib/table.svelte";
import type { Board, View } from "../../lib/types";
import MapStage from "./MapStage.svelte";

/** What a stage is given; it chooses through `table.selection`, and draws the ghost of what is chosen. */
export interface StageProps {
  table: Table;
  view: View;
  board: Board;
}

/** What draws each stage. Where one is missing the map takes its place. */
export const STAGE: Partial<Record<Stage, Component<StageProps>>> & { Map: Component<StageProps> } = {
  Map: MapStage,
};
