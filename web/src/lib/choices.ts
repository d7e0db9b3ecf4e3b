import type { Choice } from "./types";

/** What is chosen, without the amount, whose range changes as others bid. */
export const keyOf = ({ action, amounts }: Choice) =>
  JSON.stringify({ ...action, ...(amounts && { [amounts.field]: null }) });
