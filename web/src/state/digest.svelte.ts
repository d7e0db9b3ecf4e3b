import * as api from "../api/requests";
import { keep, recall } from "../browser/storage";
import { changesOf, placesOf, reports, type Step, stepsOf } from "../model/digest";
import type { Digest } from "../api/types";
import type { History } from "./history.svelte";
import { known, me } from "./me.svelte";

/** The stored version that this browser has seen of a game, on a server without accounts. */
const visited = (id: string) => `visited:${id}`;
/** The stored start of a digest that the person has not closed yet. */
const unread = (id: string) => `unread:${id}`;
const numberOf = (kept: unknown) => (typeof kept === "number" && kept >= 0 ? kept : null);

/** The visits to a game, and its digest "Since you were here" until the person closes it. */
export class Since {
  digest = $state.raw<Digest | null>(null);
  /** True if the panel lists all entries and changes. */
  all = $state(false);

  private reported = -1;
  private loaded = false;

  constructor(
    private readonly id: string,
    private readonly history: History,
  ) {}

  readonly steps: Step[] = $derived(this.digest ? stepsOf(this.digest) : []);
  readonly places = $derived(this.digest ? placesOf(this.digest) : new Map<string, number>());

  /** Load the digest when the page is opened. A link to an earlier moment shows that moment alone. */
  async load(at: number | null) {
    if (this.loaded) return;
    this.loaded = true;
    try {
      await known();
      if (at !== null) return;
      const left = numberOf(recall(unread(this.id)));
      const from = left ?? (me.accounts ? null : numberOf(recall(visited(this.id))));
      if (me.accounts ? !me.name : from === null) return;
      const found = await api.since(this.id, from);
      // A game that is opened for the first time has no "since".
      if (found.start === "start" || !reports(found)) return this.clear();
      keep(unread(this.id), found.after);
      this.digest = found;
      this.history.away = changesOf(found);
    } catch {
      // The digest is an addition: the game can be played without it.
    } finally {
      this.watch();
    }
  }

  close() {
    document.removeEventListener("visibilitychange", this.watch);
  }

  /** Start to report visits. Before this, the digest does not know the last one. */
  private watch = () => {
    document.removeEventListener("visibilitychange", this.watch);
    document.addEventListener("visibilitychange", this.watch);
    this.visit();
  };

  /** Report that the person sees the newest moment. A hidden page or an earlier moment is no visit. */
  visit() {
    const { view } = this.history;
    if (!this.loaded || !view?.live || document.visibilityState !== "visible") return;
    if (view.version <= this.reported) return;
    this.reported = view.version;
    if (!me.accounts) keep(visited(this.id), view.version);
    // The next moment reports again if this report is lost.
    else if (me.name) void api.reportVisit(this.id, view.version).catch(() => undefined);
  }

  /** Show the next step of the digest; after the last one, the present without the digest. */
  next() {
    const at = this.history.view?.live ? 0 : (this.history.at ?? 0);
    const step = this.steps.find(({ number }) => number > at);
    if (step) this.history.visit(step.number);
    else this.dismiss();
  }

  /** Close the digest and return to the present. Return false if it was not open. */
  dismiss(): boolean {
    if (!this.digest) return false;
    this.clear();
    this.history.visit(this.history.newest);
    return true;
  }

  private clear() {
    keep(unread(this.id), null);
    this.digest = null;
    this.history.away = null;
  }
}
