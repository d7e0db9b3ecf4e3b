import type { Action, Choice } from "../api/types";

/**
 * Return the key of a choice. It has no amount, because the legal range changes as others bid. The key of an open
 * choice is its player and corporation.
 */
export const keyOf = ({ action, amounts, player, corp }: Choice) =>
  action ? JSON.stringify({ ...action, ...(amounts && { [amounts.field]: null }) }) : JSON.stringify({ player, corp });

/**
 * Return true if an action belongs to a choice: it is its action, has one of its amounts, or completes an open choice.
 */
export const leadsTo = (choice: Choice, action: Action) =>
  choice.action
    ? keyOf(choice) === keyOf({ ...choice, action })
    : choice.player === action.player && (choice.corp ?? null) === ("corp" in action ? action.corp : null);
