/** The widths of the market columns before those of the players, in rem. A column of width 0 is left out. */
export interface Widths {
  co: number;
  price: number;
  par: number;
  run: number;
  trains: number;
  cash: number;
  loans: number;
  source: number;
}

/** The widths from the widest to the narrowest. Names shrink first; then par and run are left out. */
const LEVELS: Widths[] = [
  { co: 11, price: 3.6, par: 2.8, run: 2.9, trains: 6.4, cash: 3.8, loans: 3, source: 4.7 },
  { co: 7.2, price: 3.4, par: 2.5, run: 2.7, trains: 5.6, cash: 3.6, loans: 2.8, source: 4.3 },
  { co: 4.9, price: 3.2, par: 2.4, run: 2.6, trains: 5, cash: 3.4, loans: 2.6, source: 4 },
  { co: 4.9, price: 3.1, par: 0, run: 0, trains: 4.6, cash: 3.3, loans: 2.6, source: 3.9 },
  { co: 4.7, price: 2.8, par: 0, run: 0, trains: 3.4, cash: 3.1, loans: 2.2, source: 3.7 },
];
/** The width of a player's column, for a percentage and a star, in rem. */
const PLAYER = 3.75;

/** Return the widest columns that leave enough space for each player. `wide` is in rem. */
export function widths(wide: number, players: number, sources: number, loans: boolean): Widths {
  const fits = ({ source, loans: owed, ...rest }: Widths) =>
    Object.values(rest).reduce((sum, one) => sum + one, source * sources + (loans ? owed : 0)) + players * PLAYER <=
    wide;
  return LEVELS.find(fits) ?? LEVELS.at(-1)!;
}
