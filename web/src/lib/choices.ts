import type { Choice } from "./types";

/** What is chosen, without the amount, whose range changes as others bid; of an open choice, whose it is. */
export const keyOf = ({ action, amounts, player, corp }: Choice) =>
  action ? JSON.stringify({ ...action, ...(amounts && { [amounts.field]: null }) }) : JSON.stringify({ player, corp });
