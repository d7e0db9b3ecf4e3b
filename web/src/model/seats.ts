/** The marks of a seat: a letter and a colour, `--seat-0` to `--seat-5` of the style sheet. */
export interface SeatMark {
  letter: string;
  colour: string;
}

/** Return the marks of all players. They are initials if these differ, or else letters in seat order. */
export function seatMarks(players: { name: string }[]): Map<string, SeatMark> {
  const initials = players.map(({ name }) => [...name.trim()][0]?.toUpperCase() ?? "");
  const plain = new Set(initials).size === players.length && initials.every((one) => /\p{L}/u.test(one));
  return new Map(
    players.map(({ name }, seat) => [
      name,
      { letter: plain ? initials[seat]! : String.fromCharCode(65 + seat), colour: `var(--seat-${seat % 6})` },
    ]),
  );
}
