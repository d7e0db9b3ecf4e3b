import * as api from "../api/puzzles";
import { view as viewOf } from "../api/requests";
import type { Action, View } from "../api/types";
import { puzzles } from "./puzzles.svelte";
import { go } from "./router.svelte";
import type { Table } from "./table.svelte";

/** The answer after which the map shows the runs: the right one, or that of the solver. */
export type Drawn = "best" | "yours";

/** The puzzle at the table: its question, and the judgement of the answer. */
export class Solving {
  puzzle = $state.raw<api.Puzzle | null>(null);
  answer = $state.raw<api.Answer | null>(null);
  /** The change of the rating; null if the answer was not rated, or if the page was opened again. */
  change = $state.raw<api.RatingChange | null>(null);
  /** True if the answer was given on this page. */
  fresh = $state(false);
  /** The runs on the map after the answer; null if the solver continues the game. */
  drawn = $state<Drawn | null>("best");
  problem = $state("");
  busy = $state(false);

  constructor(private readonly table: Table) {}

  /** The places to mark: the corporation, and the hexes of the right answers after the answer. */
  readonly targets = $derived.by(() => ({
    hexes: this.answer?.hexes ?? [],
    corporations: this.puzzle ? [this.puzzle.corporation] : [],
  }));

  /** The runs to draw, with the changed hexes; null before the answer, or for other themes. */
  readonly runs: api.RunsAfter | null = $derived.by(() => {
    if (!this.answer || !this.drawn) return null;
    return this.drawn === "best" ? this.answer.best_runs : this.answer.your_runs;
  });

  async load() {
    try {
      const { puzzle, answer } = await api.puzzleOf(this.table.id);
      this.puzzle = puzzle;
      this.answer = answer;
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  /** Send an answer, or give up with null. Return the view after it. */
  async send(version: number, action: Action | null): Promise<View> {
    const { table, puzzle } = this;
    const solver = puzzle && puzzles.ratingFor(puzzle);
    const found = await api.answer(table.id, version, action, solver);
    if (puzzle) puzzles.take(puzzle, found.answer, found.rating);
    this.change = found.rating;
    this.fresh = true;
    this.answer = found.answer;
    return viewOf(table.id, null);
  }

  /** Open the next puzzle. */
  async next() {
    this.busy = true;
    this.problem = "";
    try {
      const { id } = await api.start(await puzzles.next());
      go(id);
    } catch (error) {
      this.problem = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }
}
