/** The place that the page shows: the home page, a game, or a moment of a game. */
export interface Where {
  game: string | null;
  at: number | null;
  /** A page about people (account, invitation, password, operators), notices, the lists of games, or results. */
  page?: string | undefined;
  /** The league of a league's page. */
  league?: string | undefined;
  /** The title of the page of rules and words; empty for the first title. */
  rules?: string | undefined;
  /** The lesson to open. */
  lesson?: string | undefined;
  /** The puzzle to open. */
  puzzle?: string | undefined;
}

const PAGES = [
  "me",
  "mine",
  "join",
  "read",
  "reset",
  "games",
  "scores",
  "notices",
  "invited",
  "operator",
  "confirm",
  "ratings",
  "leagues",
  "learn",
  "puzzles",
  "studies",
];

/** Return the place of an address. An unknown address is the home page. */
export function placeOf(path: string): Where {
  const found = /^\/g\/([\w-]+)(?:\/at\/(\d+))?\/?$/.exec(path);
  const rules = /^\/rules(?:\/([\w-]*))?\/?$/.exec(path);
  const league = /^\/leagues\/([\w-]+)\/?$/.exec(path)?.[1];
  const page = PAGES.find((name) => path === `/${name}` || path === `/${name}/`);
  const lesson = /^\/learn\/([\w-]+)\/?$/.exec(path)?.[1];
  const puzzle = /^\/puzzles\/([\w-]+)\/?$/.exec(path)?.[1];
  return {
    page,
    league,
    lesson,
    puzzle,
    rules: rules ? (rules[1] ?? "") : undefined,
    game: found?.[1] ?? null,
    at: found?.[2] === undefined ? null : Number(found[2]),
  };
}

/** Return true if the page shows the home page. */
export const isHome = ({ game, page, league, rules, lesson, puzzle }: Where) =>
  [game ?? undefined, page, league, rules, lesson, puzzle].every((each) => each === undefined);

/** Return true if the client has a page at an address. */
export const isPage = (path: string) => path === "/" || !isHome(placeOf(path));

export function pathOf(game: string | null, at: number | null = null): string {
  if (game === null) return "/";
  return at === null ? `/g/${game}` : `/g/${game}/at/${at}`;
}
