import type { Component } from "svelte";
import type { Table } from "../../state/table.svelte";
import type { Tab } from "../../state/tabs.svelte";
import type { Board, View } from "../../api/types";
import ChartView from "./ChartView.svelte";
import Companies from "./Companies.svelte";
import LogView from "./LogView.svelte";
import Players from "./Players.svelte";
import SheetView from "./SheetView.svelte";
import Supply from "./Supply.svelte";

/** What a panel is given; it takes of it what it needs. */
export interface PanelProps {
  table: Table;
  view: View;
  board: Board;
}

/** What draws each panel: one that `TABS` names and this does not is an error of the types. */
export const PANELS: Record<Tab, Component<PanelProps>> = {
  Players,
  Companies,
  Chart: ChartView,
  Supply,
  Log: LogView,
  Sheet: SheetView,
};
