import type { Component } from "svelte";
import type { Table } from "../../state/table.svelte";
import type { ActionKind, Board, Group, View } from "../../api/types";
import ChoiceGroup from "./ChoiceGroup.svelte";
import DividendForm from "./DividendForm.svelte";
import RunForm from "./RunForm.svelte";
import TrainForm from "./TrainForm.svelte";

/** The props of a form: the choices of one kind. The form selects through `table.selection`. */
export interface FormProps {
  table: Table;
  view: View;
  board: Board;
  group: Group;
  /** True if the choices must name their companies. */
  marked: boolean;
  explain: (rule: string) => void;
}

/** The component for each kind of choice in the dock. Kinds without an entry are a list. */
const FORMS: Partial<Record<ActionKind, Component<FormProps>>> = {
  run: RunForm,
  announce: RunForm,
  dividend: DividendForm,
  buy_train: TrainForm,
};
export const formOf = (kind: ActionKind): Component<FormProps> => FORMS[kind] ?? ChoiceGroup;
