import * as api from "../api/requests";
import { keep, recall } from "../browser/storage";
import type { Advice as Told, Program, Seat } from "../api/types";

/** The storage key of the bot that gave the last hint. */
const ADVISER = "trunkline-adviser";

/** The requested advice in full: a hint for the player to act, or the reasons of a bot's action. */
export class Advice {
  told = $state.raw<Told | null>(null);
  /** The number of the entry that the reasons belong to. Null for a hint. */
  number = $state<number | null>(null);
  busy = $state(false);
  /** All bots, the weakest first. Empty before the server has answered. */
  programs = $state.raw<Program[]>([]);
  private wanted = $state(recall(ADVISER));
  private asked = 0;
  private known = false;

  constructor(
    private readonly id: string,
    private readonly failed: (error: unknown) => void,
    /** The bot that gives hints until the player chooses another one. The strongest if it is not named. */
    private readonly first?: Seat["kind"],
  ) {}

  /** The bots that can give advice. */
  get advisers(): Program[] {
    return this.programs.filter(({ advises }) => advises);
  }

  /** The bot that gives hints: the one chosen last, or else the usual one of this game. */
  get adviser(): Program | undefined {
    const named = (wanted: unknown) => this.advisers.find(({ name }) => name === wanted);
    return named(this.wanted) ?? named(this.first) ?? this.advisers.at(-1);
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

  /** Ask for a hint. A given level is used from then on. */
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
