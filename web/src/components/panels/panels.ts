import type { Component } from "svelte";
import type { Table } from "../../state/table.svelte";
import type { Tab } from "../../state/tabs.svelte";
import type { Board, View } from "../../api/types";
import ChartView from "./ChartView.svelte";
import Companies from "./Companies.svelte";
import LogView from "./LogView.svelte";
import Players from "./Players.svelte";
import SheetView from "./SheetViewLater.svelte";
import Supply from "./SupplyLater.svelte";

/** The props of every panel. A panel may ignore some. */
export interface PanelProps {
  table: Table;
  view: View;
  board: Board;
}

/** The component of each panel. TypeScript reports an error if a name of `TABS` is missing here. */
export const PANELS: Record<Tab, Component<PanelProps>> = {
  Players,
  Companies,
  Chart: ChartView,
  Supply,
  Log: LogView,
  Sheet: SheetView,
};
