import { dollars } from "./money";
import { symbol } from "../browser/symbolSheet";
import type { Board, Corporation, View } from "../api/types";

const drawn = (board: Board, id: string) => board.corporations.find((corp) => corp.id === id);

/** Where a company's token is found on the symbol sheet. */
export function tokenOf(board: Board, id: string): string | null {
  const found = drawn(board, id);
  return found ? symbol(board, found.symbol) : null;
}

/** The hexes a company begins at, in words. */
export const homeOf = (board: Board, id: string) =>
  (drawn(board, id)?.home ?? [])
    .map((hex) => (board.hexes[hex]?.name ? `${board.hexes[hex].name} (${hex})` : hex))
    .join(", ");

/** The box of the chart that a company's token is in. */
export function boxOf(view: View, board: Board, id: string) {
  const stack = view.chart.find(({ tokens }) => tokens.includes(id));
  return stack ? (board.chart[stack.row]?.[stack.column] ?? null) : null;
}

/** The types of train whose first sale makes this type rust. */
export const rustsOn = (view: View, type: string) => view.trains.find((train) => train.type === type)?.rusts_on ?? [];

/** Trains of one type together, in the order in which the company has them. */
export function alike(trains: string[]): { type: string; count: number }[] {
  return [...new Set(trains)].map((type) => ({ type, count: trains.filter((one) => one === type).length }));
}

/** What a company owes, where it owes anything. */
export const owes = ({ loans }: Corporation): string =>
  loans?.count ? `${loans.count} (interest ${dollars(loans.interest)} per turn)` : "";
