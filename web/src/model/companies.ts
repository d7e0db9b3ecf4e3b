import { text } from "../language/messages";
import { anyOf } from "./joined";
import { dollars } from "./money";
import { symbol } from "../browser/symbolSheet";
import type { Board, Corporation, View } from "../api/types";

const drawn = (board: Board, id: string) => board.corporations.find((corp) => corp.id === id);

/** Return the reference to a company's token on the symbol sheet; null if it has none. */
export function tokenOf(board: Board, id: string): string | null {
  const found = drawn(board, id);
  return found ? symbol(board, found.symbol) : null;
}

/** Return the home hexes of a company, in words. */
export const homeOf = (board: Board, id: string) =>
  (drawn(board, id)?.home ?? [])
    .map((hex) => (board.hexes[hex]?.name ? `${board.hexes[hex].name} (${hex})` : hex))
    .join(", ");

/** Return the box of the chart that contains a company's token. */
export function boxOf(view: View, board: Board, id: string) {
  const stack = view.chart.find(({ tokens }) => tokens.includes(id));
  return stack ? (board.chart[stack.row]?.[stack.column] ?? null) : null;
}

/** Return the types of train whose first sale makes this type rust. */
export const rustsOn = (view: View, type: string) => view.trains.find((train) => train.type === type)?.rusts_on ?? [];

/** Return the end of a train in words. */
export const rustsText = (rusts: string[]) =>
  rusts.length ? text(`rusts with the first ${anyOf(rusts)}`) : text("permanent");

/** Count the trains of each type, in the order of the company's trains. */
export function alike(trains: string[]): { type: string; count: number }[] {
  return [...new Set(trains)].map((type) => ({ type, count: trains.filter((one) => one === type).length }));
}

/** Return the loans of a company in words; empty if it has none. */
export const owes = ({ loans }: Corporation): string =>
  loans?.count ? text(`${loans.count} (interest ${dollars(loans.interest)} per turn)`) : "";
