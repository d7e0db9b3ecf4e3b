import type { Choice, Corporation, Decision, Forbidden, Lock, View } from "../api/types";

/** The reason why a cell is locked, in one word. A click shows the sentence and the rule. */
function lockOf({ word, text, why, rule, section }: Forbidden): Lock {
  return { word, text, why, rule, section };
}

/** Where something is found: what is done with whom, from or by whom. */
const place = (kind: string, corp: string, source: string) => `${kind} ${corp} ${source}`;

/** The choices and the locks of a decision, each by the cell it belongs to. */
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

  /** What can be done in a cell. */
  choices(kind: string, corp: string, source = ""): Choice[] {
    return this.open.get(place(kind, corp, source)) ?? [];
  }

  /** What keeps it shut, with this amount or at all. */
  lock(kind: string, corp: string, source = "", amount: number | null = null): Lock | null {
    const key = place(kind, corp, source);
    return (amount === null ? this.shut.get(key) : this.shutAt.get(`${key} ${amount}`)) ?? null;
  }
}

/** Companies with a price from the highest on, those alike in operating order; then those that may be started. */
export const listed = (view: View): Corporation[] =>
  view.corporations
    .filter(({ status, price }) => price !== null && status !== "closed")
    .sort((a, b) => b.price! - a.price! || (a.order ?? 99) - (b.order ?? 99));

export const waiting = (view: View): Corporation[] =>
  view.corporations.filter(({ status, price }) => price === null && status !== "closed");

/** Percent of a company that a player holds. */
export const heldBy = (corp: Corporation, player: string) =>
  corp.holdings.find((one) => one.player && one.place === player)?.percent ?? 0;

export const holdingAt = (corp: Corporation, source: string) =>
  corp.holdings.find((one) => !one.player && one.place === source) ?? null;

/** How places that sell shares are called above their column. */
export const SOURCES: Record<string, string> = { offering: "IPO", pool: "Pool", treasury: "Treasury" };

/** How many may be sold: a number, or from one to another. */
export const count = ({ amounts }: Choice) =>
  !amounts ? "1" : amounts.low === amounts.high ? `${amounts.low}` : `${amounts.low}–${amounts.high}`;
