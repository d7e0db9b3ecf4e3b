import * as api from "../api/requests";
import { keep, recall } from "../browser/storage";
import type { Advice as Told, Program, Seat } from "../api/types";

/** Which program was asked last. */
const ADVISER = "trunkline-adviser";

/** What a program would do for the player to move, or why one has acted, in full: as was asked for. */
export class Advice {
  told = $state.raw<Told | null>(null);
  /** The entry whose reason it is; null of a hint. */
  number = $state<number | null>(null);
  busy = $state(false);
  /** The programs there are, the weakest first; empty until they are known. */
  programs = $state.raw<Program[]>([]);
  private wanted = $state(recall(ADVISER));
  private asked = 0;
  private known = false;

  constructor(
    private readonly id: string,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Those that say what they think. */
  get advisers(): Program[] {
    return this.programs.filter(({ advises }) => advises);
  }

  /** Who is asked for a hint: the one of the last time, else the strongest. */
  get adviser(): Program | undefined {
    return this.advisers.find(({ name }) => name === this.wanted) ?? this.advisers.at(-1);
  }

  clear() {
    this.asked += 1;
    this.told = null;
    this.busy = false;
  }

  async learn() {
    if (this.known) return;
    this.known = true;
    try {
      this.programs = await api.programs();
    } catch (error) {
      this.known = false;
      this.failed(error);
    }
  }

  /** Ask for a hint; with a level, that one from now on. */
  async hint(level: Seat["kind"] | undefined = this.adviser?.name) {
    if (!level) return;
    this.wanted = level;
    keep(ADVISER, level);
    await this.ask(api.hint(this.id, level), null);
  }

  show(told: Told, number: number) {
    this.clear();
    this.told = told;
    this.number = number;
  }

  private async ask(answer: Promise<Told | null>, number: number | null) {
    const mine = ++this.asked;
    this.busy = true;
    try {
      const told = await answer;
      if (mine !== this.asked) return;
      this.told = told;
      this.number = number;
    } catch (error) {
      if (mine === this.asked) this.failed(error);
    } finally {
      if (mine === this.asked) this.busy = false;
    }
  }
}
