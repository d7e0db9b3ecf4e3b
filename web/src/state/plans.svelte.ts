import * as api from "../api/plans";
import type { KeptPlan, PlanMode } from "../api/plans";
import { Refused } from "../api/requests";

/** The game whose plans the page shows next: the person has just kept one. */
export const kept = $state({ game: "" });

/** Your plans at a table. */
export class Plans {
  active = $state.raw<KeptPlan[]>([]);
  ended = $state.raw<KeptPlan[]>([]);
  problem = $state("");
  busy = $state(false);
  private version = 0;

  constructor(private readonly game: string) {}

  async load() {
    await this.tried(async () => {
      const found = await api.mine(this.game);
      [this.version, this.active, this.ended] = [found.version, found.active, found.ended];
    });
  }

  /** Make the next steps of a plan. */
  async handIn({ key }: KeptPlan) {
    await this.change(async () => {
      const { stopped } = await api.handIn(this.game, key, this.version);
      return stopped;
    });
  }

  async switchTo({ key }: KeptPlan, mode: PlanMode) {
    await this.change(() => api.change(this.game, key, this.version, mode));
  }

  async remove({ key }: KeptPlan) {
    await this.change(() => api.remove(this.game, key));
  }

  /** Change something and load the plans again. A text that is returned is shown as a problem. */
  private async change(act: () => Promise<unknown>) {
    this.busy = true;
    let said: unknown = "";
    const done = await this.tried(async () => (said = await act()));
    const problem = done && typeof said === "string" ? said : this.problem;
    await this.load();
    if (problem) this.problem = problem;
    this.busy = false;
  }

  private async tried(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      this.problem = "";
      return true;
    } catch (error) {
      const late = error instanceof Refused && error.status === 409;
      this.problem = late ? "The game has continued meanwhile. Look at the steps again." : (error as Error).message;
      return false;
    }
  }
}
