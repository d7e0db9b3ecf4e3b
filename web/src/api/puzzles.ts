/** Requests about puzzles. */
import { ask, ofGame, post } from "./requests";
import type { components } from "./schema";
import type { Action } from "./types";

type Schemas = components["schemas"];
export type Puzzle = Schemas["PuzzleSummary"];
export type PuzzlePage = Schemas["PuzzlePage"];
export type PuzzleGame = Schemas["PuzzleGame"];
export type Theme = Schemas["Theme"];
/** The judgement of an answer. */
export type Answer = Schemas["AnswerFacts"];
/** The best runs after an answer, with the hexes that the answers change. */
export type RunsAfter = Schemas["RunsAfter"];
export type Rating = Schemas["SolverRating"];
export type RatingChange = Schemas["RatingChange"];
export type SolverFacts = Schemas["SolverFacts"];

/** The titles, themes and ratings of the puzzles that a solver wants. Empty and null mean all. */
export interface Filters {
  title: string;
  theme: Theme | "";
  lowest: number | null;
  highest: number | null;
}

const wanted = ({ title, theme, lowest, highest }: Filters) =>
  Object.entries({ title, theme, lowest: lowest ?? "", highest: highest ?? "" })
    .filter(([, value]) => value !== "")
    .map(([name, value]): [string, string] => [name, String(value)]);
const path = (id: string) => `/api/puzzles/${encodeURIComponent(id)}`;

export const puzzles = (filters: Filters, after: number) =>
  ask<PuzzlePage>(`/api/puzzles?${new URLSearchParams([...wanted(filters), ["after", String(after)]]).toString()}`);
/** Request the puzzle of the day. A beginner gets an easy one. */
export const daily = (beginner: boolean) =>
  ask<Schemas["DailyPuzzle"]>(`/api/puzzles/daily${beginner ? "?beginner=true" : ""}`);
export const results = () => ask<SolverFacts>("/api/puzzles/results");
/** Request a puzzle that suits a rating. `seen` are the last answered puzzles of a solver without an account. */
export const next = (filters: Filters, rating: number, seen: readonly string[]) => {
  const more: [string, string][] = [["rating", String(rating)], ...seen.map((id): [string, string] => ["seen", id])];
  return ask<Puzzle>(`/api/puzzles/next?${new URLSearchParams([...wanted(filters), ...more]).toString()}`);
};
/** Create a game at the position of a puzzle. */
export const start = (id: string) => post<Schemas["Made"]>(`${path(id)}/games`, {});
export const puzzleOf = (game: string) => ask<PuzzleGame>(`${ofGame(game)}/puzzle`);
/** Answer a puzzle, or give up without an action. `solver` is the rating of a person without an account. */
export const answer = (game: string, version: number, action: Action | null, solver: Rating | null) =>
  post<Schemas["Answered"]>(`${ofGame(game)}/puzzle`, { version, action, solver });
