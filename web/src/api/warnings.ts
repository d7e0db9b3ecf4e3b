/** Requests about the warnings for new players that a person has seen. */
import { post } from "./requests";
import type { components } from "./schema";

type Seen = components["schemas"]["SeenWarnings"];

/** Merge moments with those of the account, and return all of them, by kind. */
export const mergeWarnings = async (warnings: Record<string, string>) =>
  (await post<Seen>("/api/me/warnings", { warnings })).warnings as Record<string, string>;
