/** Results of a solver without an account, which the browser stores, and texts about puzzles. */
import type { Answer, Filters, Puzzle, Rating, SolverFacts, Theme } from "../api/puzzles";
import { locale, text } from "../language/messages";
import { dollars } from "./money";

/** The first answer to a puzzle. */
export interface Result {
  id: string;
  theme: Theme;
  right: boolean;
}
/** The results of a solver, oldest first. */
export interface Record {
  rating: Rating;
  results: readonly Result[];
}

/** The form of stored results. A stored value of another form is ignored. */
const FORM = 1;
/** The most puzzles that a request for the next one can omit. */
const MOST = 100;
export const RATED: readonly Theme[] = ["lay", "token", "run", "endgame"];
/** The themes whose answers come from playouts, so they are not rated. */
export const ESTIMATED: readonly Theme[] = ["dividend", "sell", "rust"];
export const THEMES: readonly Theme[] = [...RATED, ...ESTIMATED];

/** The levels of difficulty, with their lowest and highest ratings in points. */
export type Level = "" | "easy" | "medium" | "hard";
type Limits = Pick<Filters, "lowest" | "highest">;
const EASIEST = 1125;
const HARDEST = 1375;
const LEVELS: { [Key in Level]: Limits } = {
  "": { lowest: null, highest: null },
  easy: { lowest: null, highest: EASIEST },
  medium: { lowest: EASIEST + 1, highest: HARDEST - 1 },
  hard: { lowest: HARDEST, highest: null },
};
/** Return the limits of the rating of a level. */
export const limitsOf = (level: Level): Limits => LEVELS[level];
/** Return the level with these limits. Others are no filter. */
export const levelOf = ({ lowest, highest }: Limits): Level =>
  (Object.keys(LEVELS) as Level[]).find((each) => LEVELS[each].lowest === lowest && LEVELS[each].highest === highest) ??
  "";
export const TITLES = ["1856", "1851", "18GL"];
/** The record of a solver without answers. The first rating is that of the server. */
export const BEGINNER: Record = { rating: { rating: 1250, range: 333.33 }, results: [] };

const isResult = (value: unknown): value is Result => {
  const { id, theme, right } = (value ?? {}) as Partial<{ [Key in keyof Result]: unknown }>;
  return typeof id === "string" && THEMES.some((each) => each === theme) && typeof right === "boolean";
};

/** Return the results of a stored value, without those that cannot be read. */
export function recordOf(stored: unknown): Record {
  const { form, rating, results } = (stored ?? {}) as { form?: unknown; rating?: Partial<Rating>; results?: unknown };
  const sound = form === FORM && Number.isFinite(rating?.rating) && Number.isFinite(rating?.range);
  if (!sound || !Array.isArray(results)) return BEGINNER;
  return { rating: rating as Rating, results: results.filter(isResult) };
}

/** Return the value to store for these results. */
export const stored = (record: Record) => ({ form: FORM, ...record });

/** Return the results after an answer. Only the first answer to a puzzle counts. */
export function answered(record: Record, { id, theme }: Puzzle, right: boolean, rating: Rating): Record {
  if (record.results.some((each) => each.id === id)) return record;
  return { rating, results: [...record.results, { id, theme, right }] };
}

/** Return the puzzles that were answered last. */
export const seenLast = ({ results }: Record): string[] => results.slice(-MOST).map(({ id }) => id);

/** Return the results in the form in which the server sends those of a person with an account. */
export function factsOf({ rating, results }: Record): SolverFacts {
  const wrong = results.findLastIndex(({ right }) => !right);
  const solved = (found: readonly Result[]) => found.filter(({ right }) => right).length;
  return {
    rating,
    answered: results.length,
    solved: solved(results),
    streak: results.length - 1 - wrong,
    themes: RATED.map((theme) => {
      const mine = results.filter((each) => each.theme === theme);
      return { theme, answered: mine.length, solved: solved(mine) };
    }),
  };
}

const themeNames = (): { [Key in Theme]: string } => ({
  lay: text("Lay"),
  token: text("Token"),
  run: text("Runs"),
  endgame: text("Endgame"),
  dividend: text("Pay or withhold"),
  sell: text("Sell or keep"),
  rust: text("Before the rust"),
});
export const themeName = (theme: Theme) => themeNames()[theme] ?? theme;
/** Return the levels of difficulty with their names. */
export function levels(): [Level, string][] {
  const [low, high] = [points(EASIEST), points(HARDEST)];
  return [
    ["", text("All")],
    ["easy", text(`Easy (up to ${low})`)],
    ["medium", text("Medium")],
    ["hard", text(`Hard (from ${high})`)],
  ];
}
const points = (value: number) => Math.round(value).toLocaleString(locale());
/** Return a rating with its range: "1,250 ± 333". */
export const ratingText = ({ rating, range }: Rating) => `${points(rating)} ± ${Math.round(range)}`;
/** Return a rating without its range. */
export const ratingPoints = (rating: number) => points(rating);

/** Return the rating of a puzzle in words. */
export const ratedText = ({ rating }: Puzzle): string => {
  if (rating === null) return text("not rated");
  const value = points(rating);
  return text(`rated ${value}`);
};

/** Return the heading of the runs after an answer: the best one, or that of the solver. */
export function runsHeading(theme: Theme, whose: "best" | "yours", right: boolean): string {
  if (theme === "run") return whose === "best" ? text("The best runs") : text("Your runs");
  return whose === "yours" || right
    ? text("The best runs after your answer")
    : text("The best runs after the right answer");
}

/** Return the name of a theme with the number of its puzzles, if it is known. */
export function themeOption(theme: Theme, counts: readonly { theme: Theme; puzzles: number }[]): string {
  const found = counts.find((each) => each.theme === theme);
  return found ? `${themeName(theme)} (${found.puzzles.toLocaleString(locale())})` : themeName(theme);
}

/** Return the judgement of an answer about a place at the end of a game in one sentence. */
function placeVerdict({ right, yours, best }: Answer, players: number): string {
  if (best === 1) {
    if (yours === null) return text("You gave up. The best answer wins the game.");
    return right ? text("Your answer wins the game.") : text("Your answer does not win the game.");
  }
  if (best === players - 1) {
    if (yours === null) return text("You gave up. The best answer avoids the last place.");
    return right ? text("Your answer avoids the last place.") : text("Your answer does not avoid the last place.");
  }
  if (yours === null) return text(`You gave up. The best answer secures place ${best}.`);
  return right ? text(`Your answer secures place ${best}.`) : text(`Your answer does not secure place ${best}.`);
}

/** Return the judgement of an answer in one sentence, with both amounts or the place. */
export function verdict(answer: Answer, theme: Theme, players: number): string {
  const { right, yours, best } = answer;
  if (ESTIMATED.includes(theme)) {
    const worth = dollars(best);
    if (yours === null) return text(`You gave up. After the best answer, the player ends with about ${worth}.`);
    const mine = dollars(yours);
    return right
      ? text(`After your answer, the player ends with about ${mine}, the most.`)
      : text(`After your answer, the player ends with about ${mine}, and after the best one with ${worth}.`);
  }
  if (theme === "endgame") return placeVerdict(answer, players);
  if (yours === null) return `You gave up. The best answer earns ${dollars(best)}.`;
  return right
    ? `Your answer earns ${dollars(yours)}, the most possible.`
    : `Your answer earns ${dollars(yours)}, and the best one ${dollars(best)}.`;
}
