import type { Action, Choice } from "../api/types";

/** What is chosen, without the amount, whose range changes as others bid; of an open choice, whose it is. */
export const keyOf = ({ action, amounts, player, corp }: Choice) =>
  action ? JSON.stringify({ ...action, ...(amounts && { [amounts.field]: null }) }) : JSON.stringify({ player, corp });

/** Whether this action belongs to a choice: it is its action, one of its amounts, or completes its open entry. */
export const leadsTo = (choice: Choice, action: Action) =>
  choice.action
    ? keyOf(choice) === keyOf({ ...choice, action })
    : choice.player === action.player && (choice.corp ?? null) === ("corp" in action ? action.corp : null);
