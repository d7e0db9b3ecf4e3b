/** The warnings for new players that were shown. Stored values may contain anything. */

/** The moment at which each kind of warning was shown first; empty if the kind was dismissed. */
export type Moments = Record<string, string>;

/** The kinds that the server stores with an account. */
const KINDS = new Set(["last-train", "no-train", "other-president", "slow-return", "no-float"]);

/** Return the moments of a stored value. */
export function momentsOf(stored: unknown): Moments {
  const { warned } = (stored ?? {}) as { warned?: unknown };
  // Before accounts kept them, the moments were the whole value.
  const moments = typeof warned === "object" && warned !== null ? warned : (stored ?? {});
  return Object.fromEntries(
    Object.entries(moments).filter(
      (entry): entry is [string, string] => KINDS.has(entry[0]) && typeof entry[1] === "string",
    ),
  );
}

/** Return the name of the account that a stored value belongs to; empty if it belongs to none. */
export function ownerOf(stored: unknown): string {
  const { owner } = (stored ?? {}) as { owner?: unknown };
  return typeof owner === "string" ? owner : "";
}

/** Return the value to store for these moments. `owner` is the name of the account, if they belong to one. */
export const stored = (warned: Moments, owner = "") => ({ warned, ...(owner ? { owner } : {}) });

/** Return whether a kind of warning is shown at a moment: at the first one, until it is dismissed. */
export const warnsAt = (warned: Moments, kind: string, moment: string) => (warned[kind] ?? moment) === moment;
