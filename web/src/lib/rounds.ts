/** A round in few letters: "Operating round 3.1" is OR 3.1; one of a single word stays as it is. */
export function shortRound(round: string): string {
  const words = round.split(" ");
  const number = words.at(-1)!;
  if (words.length < 2 || !/^\d/.test(number)) return round;
  return `${words
    .slice(0, -1)
    .map((word) => word[0]!.toUpperCase())
    .join("")} ${number}`;
}
