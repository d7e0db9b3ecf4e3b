import { createSubscriber } from "svelte/reactivity";
import * as api from "../api/requests";
import { serverTime } from "../browser/serverTime";
import type { ClockState } from "../api/types";

/** Milliseconds between two updates of the times shown. */
const TICK = 15_000;

const ticks = createSubscriber((update) => {
  const timer = setInterval(update, TICK);
  return () => clearInterval(timer);
});

/** Return the present time of the server. Whatever shows it is updated as time passes. */
export function now(): number {
  ticks();
  return serverTime();
}

/** The clock of a table. */
export class TableClock {
  /** Null if the table has no clock, or if it is unknown. */
  state = $state.raw<ClockState | null>(null);
  problem = $state("");
  private none = false;
  private asked = 0;

  constructor(private readonly id: string) {}

  /** Request the clock. A table without a clock never gets one, so this is asked only once. */
  async load() {
    if (this.none) return;
    const mine = ++this.asked;
    try {
      const found = await api.clock(this.id);
      this.none = found === null;
      if (mine === this.asked) this.state = found;
    } catch {
      // The next entry or change of a seat requests it again. The page reports a lost connection elsewhere.
    }
  }

  /** End a pause. */
  async resume() {
    this.problem = "";
    try {
      this.state = await api.resume(this.id);
    } catch (error) {
      this.problem = (error as Error).message;
      await this.load();
    }
  }
}
