import * as api from "../api/puzzles";
import { keep, recall } from "../browser/storage";
import { answered, factsOf, levelOf, limitsOf, recordOf, seenLast, stored } from "../model/puzzles";
import { known, me } from "./me.svelte";

const KEY = "trunkline-puzzles";
const FILTERS = "trunkline-puzzle-filters";

/** The results of the solver: on the server with an account, or else in the browser's storage. */
export class Puzzles {
  private record = $state.raw(recordOf(recall(KEY)));
  private mine = $state.raw<api.SolverFacts | null>(null);
  filters = $state.raw<api.Filters>(filtersOf(recall(FILTERS)));

  constructor() {
    addEventListener("storage", ({ key }) => {
      if (key === KEY) this.record = recordOf(recall(KEY));
    });
  }

  /** The results; null before those of an account are known. */
  readonly facts: api.SolverFacts | null = $derived.by(() => (me.name === null ? factsOf(this.record) : this.mine));

  /** Request the results of an account. */
  async load() {
    await known();
    if (me.name !== null) this.mine = await api.results();
  }

  choose(filters: api.Filters) {
    this.filters = filters;
    keep(FILTERS, filters);
  }

  /** Return the result of the first answer to a puzzle; null without one. */
  resultOf(puzzle: api.Puzzle): "right" | "wrong" | null {
    if (me.name !== null) return puzzle.result;
    const found = this.record.results.find(({ id }) => id === puzzle.id);
    return found ? (found.right ? "right" : "wrong") : null;
  }

  /** Request the id of a puzzle that suits the solver. */
  async next(): Promise<string> {
    await known();
    const { record, filters } = this;
    const guest = me.name === null;
    return (await api.next(filters, record.rating.rating, guest ? seenLast(record) : [])).id;
  }

  /** The rating to send with an answer to a puzzle; null if the server knows it, or if the answer does not count. */
  ratingFor(puzzle: api.Puzzle): api.Rating | null {
    return me.name === null && !this.resultOf(puzzle) ? this.record.rating : null;
  }

  /** Store the result of an answer. */
  take(puzzle: api.Puzzle, { right }: api.Answer, change: api.RatingChange | null) {
    if (me.name !== null) void this.load().catch(() => undefined);
    else if (change) {
      // Another window may have stored other results.
      this.record = answered(recordOf(recall(KEY)), puzzle, right, change.after);
      keep(KEY, stored(this.record));
    }
  }
}

function filtersOf(value: unknown): api.Filters {
  const { title = "", theme = "", ...limits } = (value ?? {}) as Partial<api.Filters>;
  // Limits that are no level cannot be shown.
  return { title, theme, ...limitsOf(levelOf({ lowest: null, highest: null, ...limits })) };
}

export const puzzles = new Puzzles();
