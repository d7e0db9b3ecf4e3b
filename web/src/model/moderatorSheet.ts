/** The figures of the moderator's sheet. */
import type { Board, Corporation, View } from "../api/types";

/** Return the companies of the sheet: in operating order, then those that can still start. */
export const companiesOf = (view: View): Corporation[] =>
  view.corporations
    .filter(({ id, status }) => status !== "closed" && !(view.forms?.stage === "never" && view.forms.corp === id))
    .sort(
      (one, other) =>
        (one.order ?? 99) - (other.order ?? 99) ||
        Number(other.price !== null) - Number(one.price !== null) ||
        (other.price ?? 0) - (one.price ?? 0),
    );

/** Return the percentage of a company in a place: `offering`, `pool`, `treasury`, or with a player. */
export const percentIn = (corp: Corporation, place: string, player = false): number =>
  corp.holdings.find((held) => held.place === place && held.player === player)?.percent ?? 0;

/** Return the place of a company's price token on the chart, counted from 1; null if it has none. */
export function boxOn(view: View, id: string): { row: number; column: number; below: number } | null {
  const stack = view.chart.find(({ tokens }) => tokens.includes(id));
  return stack ? { row: stack.row + 1, column: stack.column + 1, below: stack.tokens.indexOf(id) } : null;
}

/** Return the train types that are left in the bank. `left` is null if the supply is unlimited. */
export const trainsLeft = (view: View) =>
  view.trains.filter(({ left }) => left !== 0).map(({ type, price, left }) => ({ type, price, left }));

/** Return the tiles that are left, by colour. */
export function tilesLeft(
  view: View,
  board: Board,
): { colour: string; tiles: { tile: string; left: number | null }[] }[] {
  const colours = [...new Set(Object.values(board.tiles).map(({ colour }) => colour))];
  return colours
    .map((colour) => ({
      colour,
      tiles: Object.entries(view.tiles_left)
        .filter(([tile, left]) => board.tiles[tile]?.colour === colour && left !== 0)
        .sort(([one], [other]) => one.localeCompare(other, "en", { numeric: true }))
        .map(([tile, left]) => ({ tile, left })),
    }))
    .filter(({ tiles }) => tiles.length);
}
