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
  /** The title of the calculator of best runs; empty for the first title. */
  runs?: string | undefined;
  /** The lesson to open. */
  lesson?: string | undefined;
  /** The puzzle to open. */
  puzzle?: string | undefined;
  /** The game that a phone follows, and the player; no player for the list of players. */
  followed?: string | undefined;
  player?: string | undefined;
  /** The game of a moderator's sheet. */
  sheet?: string | undefined;
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

/** Return the text of a part of an address. A part that is not encoded stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Return the place of an address. An unknown address is the home page. */
export function placeOf(path: string): Where {
  const found = /^\/g\/([\w-]+)(?:\/at\/(\d+))?\/?$/.exec(path);
  const rules = /^\/rules(?:\/([\w-]*))?\/?$/.exec(path);
  const runs = /^\/runs(?:\/([\w-]*))?\/?$/.exec(path);
  const league = /^\/leagues\/([\w-]+)\/?$/.exec(path)?.[1];
  const page = PAGES.find((name) => path === `/${name}` || path === `/${name}/`);
  const lesson = /^\/learn\/([\w-]+)\/?$/.exec(path)?.[1];
  const puzzle = /^\/puzzles\/([\w-]+)\/?$/.exec(path)?.[1];
  const followed = /^\/g\/([\w-]+)\/follow(?:\/([^/]+))?\/?$/.exec(path);
  return {
    page,
    league,
    lesson,
    puzzle,
    followed: followed?.[1],
    player: followed?.[2] === undefined ? undefined : decoded(followed[2]),
    sheet: /^\/g\/([\w-]+)\/sheet\/?$/.exec(path)?.[1],
    rules: rules ? (rules[1] ?? "") : undefined,
    runs: runs ? (runs[1] ?? "") : undefined,
    game: found?.[1] ?? null,
    at: found?.[2] === undefined ? null : Number(found[2]),
  };
}

/** Return true if the page shows the home page. */
export const isHome = ({ game, page, league, rules, runs, lesson, puzzle, followed, sheet }: Where) =>
  [game ?? undefined, page, league, rules, runs, lesson, puzzle, followed, sheet].every((each) => each === undefined);

/** Return true if the client has a page at an address. */
export const isPage = (path: string) => path === "/" || !isHome(placeOf(path));

export function pathOf(game: string | null, at: number | null = null): string {
  if (game === null) return "/";
  return at === null ? `/g/${game}` : `/g/${game}/at/${at}`;
}

/** Return the address of the page that follows a game, or one of its players. */
export const followPath = (game: string, player?: string) =>
  `/g/${game}/follow${player === undefined ? "" : `/${encodeURIComponent(player)}`}`;

/** Return the address of the moderator's sheet of a game, at a moment or the newest one. */
export const sheetOf = (game: string, at: number | null = null) => `/g/${game}/sheet${at === null ? "" : `?at=${at}`}`;
