import * as api from "../api/requests";
import type { Cost, Review as Told, SheetRow } from "../api/types";

const PAUSE = 1500;

/** The review of one finished game: it starts on request, and is polled until it is done. */
export class Review {
  told = $state.raw<Told | null>(null);
  busy = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly id: string,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** True if the review is not complete yet. */
  get underWay(): boolean {
    return this.told !== null && !this.told.over;
  }

  /** Look for a review that was already started. */
  async look() {
    await this.ask(api.review(this.id));
  }

  async begin() {
    if (this.busy) return;
    this.busy = true;
    await this.ask(api.beginReview(this.id));
    this.busy = false;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async ask(answer: Promise<Told | null>) {
    try {
      // Several server processes may answer, but only one works on it. If the answer is null, keep the last state.
      this.told = (await answer) ?? this.told;
    } catch (error) {
      if (!this.closed) this.failed(error);
      return;
    }
    if (this.underWay && !this.closed) this.timer = setTimeout(() => void this.look(), PAUSE);
  }
}

/** Return the steps of the worth chart that contain these decisions, without duplicates. */
export function marked(costs: Cost[], rounds: SheetRow[]): number[] {
  const found = costs.map(({ round_key: key }) =>
    rounds.findIndex(
      ({ round_key: other }) => other.kind === key.kind && other.number === key.number && other.index === key.index,
    ),
  );
  return [...new Set(found.filter((step) => step >= 0))].sort((a, b) => a - b);
}

/** Return the progress of a review in whole percent. It is below 100 until the review is complete. */
export const percent = ({ done, budget, over }: Pick<Told, "done" | "budget" | "over">) =>
  budget ? Math.min(Math.floor((100 * done) / budget), over ? 100 : 99) : 0;
