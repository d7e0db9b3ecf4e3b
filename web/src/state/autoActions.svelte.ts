import * as api from "../api/autoActions";
import type { AutoAction, AutoFacts, AutoList, AutoPreview } from "../api/autoActions";
import { Refused } from "../api/requests";

/** Your auto-actions at a table, and the one that you are about to set. */
export class AutoActions {
  active = $state.raw<AutoFacts[]>([]);
  ended = $state.raw<AutoFacts[]>([]);
  offers = $state.raw<AutoList["offers"]>([]);
  /** The auto-actions in the form: one, or one for each of your corporations. */
  wanted = $state.raw<AutoAction[]>([]);
  shown = $state.raw<AutoPreview[]>([]);
  problem = $state("");
  busy = $state(false);
  private version = 0;
  private asked = 0;

  constructor(private readonly game: string) {}

  /** The reason why the form cannot be sent; empty if it can. */
  get fault(): string {
    return this.shown.find(({ fault }) => fault)?.fault ?? "";
  }

  /** Load the lists, with the offers if the panel is open. */
  async load(offers: boolean) {
    await this.tried(async () => {
      const found = await api.mine(this.game, offers);
      this.version = found.version;
      this.active = found.active;
      this.ended = found.ended;
      if (offers) this.offers = found.offers;
    });
    if (this.wanted.length) await this.want(this.wanted);
  }

  /** Put auto-actions into the form and request their preview. */
  async want(wanted: AutoAction[]) {
    this.wanted = wanted;
    const asked = ++this.asked;
    if (!wanted.length) return void (this.shown = []);
    await this.tried(async () => {
      const shown = await api.preview(this.game, this.version, wanted);
      // A slower answer to an older question must not replace a newer one.
      if (asked === this.asked) this.shown = shown;
    });
  }

  /** Set the auto-actions in the form. */
  async start() {
    this.busy = true;
    const done = await this.tried(() => api.set(this.game, this.version, this.wanted));
    this.busy = false;
    if (!done) return;
    await this.want([]);
    await this.load(true);
  }

  async cancel(key: string) {
    this.busy = true;
    const done = await this.tried(() => api.cancel(this.game, key));
    this.busy = false;
    if (done) await this.load(true);
  }

  private async tried(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      this.problem = "";
      return true;
    } catch (error) {
      if (error instanceof Refused && error.status === 409 && error.version !== null) {
        // The game has continued. The next view of it loads the lists again.
        this.version = error.version;
        this.problem = "The game has continued meanwhile. Look at the preview again.";
      } else this.problem = (error as Error).message;
      return false;
    }
  }
}
