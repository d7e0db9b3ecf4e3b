/** Results of a solver without an account, which the browser stores, and texts about puzzles. */
import type { Answer, Puzzle, Rating, SolverFacts, Theme } from "../api/puzzles";
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
export const THEMES: { id: Theme; name: string }[] = [
  { id: "lay", name: "Lay" },
  { id: "token", name: "Token" },
  { id: "run", name: "Runs" },
];
export const TITLES = ["1856", "1851", "18GL"];
/** The record of a solver without answers. The first rating is that of the server. */
export const BEGINNER: Record = { rating: { rating: 1250, range: 333.33 }, results: [] };

const isResult = (value: unknown): value is Result => {
  const { id, theme, right } = (value ?? {}) as Partial<{ [Key in keyof Result]: unknown }>;
  return typeof id === "string" && THEMES.some((each) => each.id === theme) && typeof right === "boolean";
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
    themes: THEMES.map(({ id }) => {
      const mine = results.filter(({ theme }) => theme === id);
      return { theme: id, answered: mine.length, solved: solved(mine) };
    }),
  };
}

export const themeName = (theme: Theme) => THEMES.find(({ id }) => id === theme)?.name ?? theme;
const points = (value: number) => Math.round(value).toLocaleString("en");
/** Return a rating with its range: "1,250 ± 333". */
export const ratingText = ({ rating, range }: Rating) => `${points(rating)} ± ${Math.round(range)}`;
/** Return a rating without its range. */
export const ratingPoints = (rating: number) => points(rating);

/** Return the judgement of an answer in one sentence, with both amounts. */
export function verdict({ right, yours, best }: Answer): string {
  if (yours === null) return `You gave up. The best answer earns ${dollars(best)}.`;
  return right
    ? `Your answer earns ${dollars(yours)}, the most possible.`
    : `Your answer earns ${dollars(yours)}, and the best one ${dollars(best)}.`;
}
