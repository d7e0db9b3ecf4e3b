import type { Board, Outlook, View } from "../api/types";

type Prices = NonNullable<Outlook["outcome"]>["prices"];

/** The place of a box of the chart. */
export interface Spot {
  row: number;
  column: number;
}

/** Return the first and the last row in use: rows with a token, a new price or a par price that can be chosen. */
export function rowsInUse(view: View, board: Board, prices: Prices, pars: boolean): [number, number] {
  const used = [
    ...view.chart.map(({ row }) => row),
    ...prices.flatMap(({ from, to, path }) => [from, to, ...path].flatMap((box) => box?.row ?? [])),
    ...(pars ? board.chart.flatMap((boxes, row) => (boxes.some((box) => box?.par) ? [row] : [])) : []),
  ];
  return used.length ? [Math.min(...used), Math.max(...used)] : [0, Math.min(2, board.chart.length - 1)];
}

/**
 * Return the first and the last row to show, of `all` rows. If the rows in use fit, more rows are added up to `good`.
 * Otherwise these are the rows around `spots`, or the first ones.
 */
export function fitting(
  [first, last]: [number, number],
  all: number,
  { room, good }: { room: number; good: number },
  spots: Spot[],
): [number, number] {
  if (last - first < room) {
    const more = Math.max(0, good - (last - first + 1));
    const end = Math.min(all - 1, last + more);
    return [Math.max(0, first - (more - (end - last))), end];
  }
  const low = spots.length ? Math.min(...spots.map(({ row }) => row)) : first;
  const begin = Math.max(first, Math.min(low, last - room + 1));
  return [begin, begin + room - 1];
}

/** Return the number of columns up to the last box of these rows. */
export const columnsOf = (board: Board, [first, last]: [number, number]) =>
  Math.max(1, ...board.chart.slice(first, last + 1).map((boxes) => boxes.findLastIndex((box) => box !== null) + 1));

/** Return the first and the last column in use, with one more on each side, up to the last box of these rows. */
export function columnsInUse(view: View, board: Board, prices: Prices, rows: [number, number]): [number, number] {
  const last = columnsOf(board, rows) - 1;
  const used = [
    ...view.chart.map(({ column }) => column),
    ...prices.flatMap(({ from, to }) => [from, to].flatMap((box) => box?.column ?? [])),
  ];
  return used.length ? [Math.max(0, Math.min(...used) - 1), Math.min(last, Math.max(...used) + 1)] : [0, last];
}
