import { text } from "../language/messages";
import type { Choice, Corporation, Decision, Forbidden, Lock, View } from "../api/types";

/** Return the lock of a cell: the reason in one word. A click shows the sentence and the rule. */
function lockOf({ word, text: what, why, rule, section, targets }: Forbidden): Lock {
  // The text of a group is that of its first action, so it is wrong in the cells of the others.
  return { word, text: targets.length > 1 ? "" : what, why, rule, section };
}

/** Return the key of a cell: the kind of action, the corporation, and the source of the share. */
const place = (kind: string, corp: string, source: string) => `${kind} ${corp} ${source}`;

/** The choices and locks of a decision by cell. */
export class Cells {
  private readonly open = new Map<string, Choice[]>();
  private readonly shut = new Map<string, Lock>();
  private readonly shutAt = new Map<string, Lock>();

  constructor(decision: Decision | null) {
    for (const { kind, choices } of decision?.groups ?? [])
      for (const choice of choices) {
        const { corp, source, seller, private: id } = choice;
        const key = place(kind, corp || id, source || seller);
        this.open.set(key, [...(this.open.get(key) ?? []), choice]);
      }
    for (const forbidden of decision?.forbidden ?? [])
      for (const { corp = "", source = "", seller = "", private: id = "", amount } of forbidden.targets) {
        const key = place(forbidden.kind, corp || id, source || seller);
        if (!this.shut.has(key)) this.shut.set(key, lockOf(forbidden));
        if (amount !== undefined && amount !== null) this.shutAt.set(`${key} ${amount}`, lockOf(forbidden));
      }
  }

  /** Return the choices in a cell. */
  choices(kind: string, corp: string, source = ""): Choice[] {
    return this.open.get(place(kind, corp, source)) ?? [];
  }

  /** Return the lock of a cell, or of an amount in it; null if there is no lock. */
  lock(kind: string, corp: string, source = "", amount: number | null = null): Lock | null {
    const key = place(kind, corp, source);
    return (amount === null ? this.shut.get(key) : this.shutAt.get(`${key} ${amount}`)) ?? null;
  }
}

/** Return the companies with a price: the highest price first, and the same price in operating order. */
export const listed = (view: View): Corporation[] =>
  view.corporations
    .filter(({ status, price }) => price !== null && status !== "closed")
    .sort((a, b) => b.price! - a.price! || (a.order ?? 99) - (b.order ?? 99));

export const waiting = (view: View): Corporation[] =>
  view.corporations.filter(({ status, price }) => price === null && status !== "closed");

/** Return the percentage of a company that a player holds. */
export const heldBy = (corp: Corporation, player: string) =>
  corp.holdings.find((one) => one.player && one.place === player)?.percent ?? 0;

export const holdingAt = (corp: Corporation, source: string) =>
  corp.holdings.find((one) => !one.player && one.place === source) ?? null;

/** Return the name of a place that sells shares, for a column heading. Other names stay as they are. */
export function sourceName(source: string): string {
  if (source === "offering") return text("IPO");
  if (source === "pool") return text("Pool");
  return source === "treasury" ? text("Treasury") : source;
}

/** Return the number that can be sold: one number or a range. */
export const count = ({ amounts }: Choice) =>
  !amounts ? "1" : amounts.low === amounts.high ? `${amounts.low}` : `${amounts.low}–${amounts.high}`;
