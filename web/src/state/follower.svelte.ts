import { AGAIN, Connection } from "../api/connection.svelte";
import { type Trouble, troubleOf } from "../api/errors";
import * as api from "../api/requests";
import type { View } from "../api/types";

/** The moment of a game, for a page that only shows it. The newest moment changes while others play. */
export class Follower {
  view = $state.raw<View | null>(null);
  problem = $state.raw<Trouble | null>(null);
  readonly connection: Connection;

  private newest = -1;
  private loading = false;
  private closed = false;
  private again: ReturnType<typeof setTimeout> | undefined;

  /** With a moment `at`, the page shows that moment and follows nothing. */
  constructor(
    readonly id: string,
    private readonly at: number | null = null,
  ) {
    this.connection = new Connection(id, {
      newest: () => this.view?.version ?? 0,
      connected: () => void this.load(),
      moved: (version) => {
        this.newest = Math.max(this.newest, version);
        if (version > (this.view?.version ?? -1)) void this.load();
      },
      heard: () => undefined,
      // The answer for the moment says if the game is gone, or the access to it.
      refused: () => void this.load(),
    });
  }

  /** Request the moment, again while newer ones arrive, and follow the game. */
  async load() {
    if (this.loading || this.closed) return;
    this.loading = true;
    clearTimeout(this.again);
    try {
      do {
        this.view = await api.view(this.id, this.at);
        this.problem = null;
      } while (!this.closed && this.at === null && this.view.version < this.newest);
      if (this.at === null && !this.connection.listening) this.connection.listen();
    } catch (error) {
      this.problem = troubleOf(error);
      // A final refusal ends the stream. The page tries once more if it is shown again.
      if (!this.problem.passes) this.connection.stop();
      else if (!this.closed) this.again = setTimeout(() => void this.load(), AGAIN);
    } finally {
      this.loading = false;
    }
  }

  close() {
    this.closed = true;
    clearTimeout(this.again);
    this.connection.close();
  }
}
