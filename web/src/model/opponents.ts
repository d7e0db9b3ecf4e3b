import type { Seat } from "../api/types";

/** First names with different initials: the initial identifies a seat. */
const FIRST = [
  ["Ada", "Agnes", "Arthur"],
  ["Beatrix", "Boris", "Bess"],
  ["Cora", "Casper", "Clara"],
  ["Dora", "Dexter", "Delia"],
  ["Edith", "Emil", "Elsa"],
  ["Flora", "Felix", "Freya"],
  ["Greta", "Gus", "Gwen"],
  ["Hattie", "Hugo", "Hazel"],
  ["Ida", "Ivor", "Iris"],
  ["Jane", "Jasper", "June"],
  ["Kate", "Klaus", "Kit"],
  ["Lottie", "Leo", "Lena"],
  ["Maud", "Milo", "Mina"],
  ["Nell", "Ned", "Nora"],
  ["Olive", "Otto", "Opal"],
  ["Pearl", "Piet", "Pia"],
  ["Rosa", "Rufus", "Ruth"],
  ["Stella", "Silas", "Sybil"],
  ["Tess", "Theo", "Tilda"],
  ["Vera", "Victor", "Viola"],
  ["Willa", "Walter", "Wanda"],
] as const;

const drawn = (below: number) => Math.floor(Math.random() * below);

/** Return names for bots. Their initials differ from those of the names taken. */
export function names(count: number, taken: readonly string[]): string[] {
  const initials = new Set(taken.map((name) => name.trim()[0]?.toUpperCase()));
  const left: (readonly string[])[] = FIRST.filter(([first]) => !initials.has(first[0]));
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [found] = left.splice(drawn(left.length), 1);
    return found![drawn(found!.length)]!;
  });
}

/** Return seats for one person against a number of bots of one level. */
export const against = (person: string, count: number, kind: Seat["kind"]): Seat[] => [
  { name: person, kind: "person" },
  ...names(count, [person]).map((name): Seat => ({ name, kind })),
];
