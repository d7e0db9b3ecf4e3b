import * as api from "../api/requests";
import { changedBy, entriesSince, newsFor, undoneOf } from "../model/logEntries";
import { roundsOf } from "../model/rounds";
import { go, where } from "./router.svelte";
import type { Changed, KeyMoment, LogEntry, Moments, RunsMade, View } from "../api/types";

/** A cache of earlier moments, so that moving in time needs no request. */
const KEPT = 160;
/** Moments that a moving slider asks for at the same time. */
const AT_ONCE = 2;
/** The address follows a moving slider only so often: browsers limit how often it may change. */
const ADDRESS = 350;

/** Where moments come from: the table, or the page itself. */
export interface Source {
  view: (id: string, at: number | null) => Promise<View>;
  log: (id: string, after?: number) => Promise<LogEntry[]>;
  moments: (id: string) => Promise<Moments>;
  lastRun: (id: string, corp: string, at: number | null) => Promise<RunsMade>;
}

/** What has happened since a seat acted last, while that is shown. */
export interface Since {
  seat: string;
  from: number;
  to: number;
}

interface Listener {
  /** Another moment is shown. */
  shown: () => void;
  failed: (error: unknown) => void;
}

/** The moments of a game: the one that is looked at, the way through the others, and the log. */
export class History {
  /** The moment that is shown. */
  view = $state.raw<View | null>(null);
  log = $state.raw<LogEntry[]>([]);
  /** The rounds and key moments, after the first request. */
  course = $state.raw<Moments | null>(null);
  newest = $state(0);
  /** The moment looked at; null follows the game. */
  at = $state<number | null>(null);
  /** Moments that are gone through one by one. */
  walk = $state.raw<Since | null>(null);
  /** The newest moment marks the changes since then. */
  marked = $state.raw<Since | null>(null);
  /** Whether the game is being watched by itself. */
  playing = $state(false);

  private closed = false;
  private asked = 0;
  private moments = new Map<number, View>();
  private address: ReturnType<typeof setTimeout> | undefined;
  private addressed = 0;
  private under = 0;
  private waiting: number | null = null;
  private courseOf = -1;

  constructor(
    private readonly id: string,
    private readonly listener: Listener,
    private readonly source: Source = api,
  ) {}

  close() {
    this.closed = true;
    clearTimeout(this.address);
  }

  /** Show a moment, or with null the newest one. */
  async look(at: number | null) {
    const asked = ++this.asked;
    this.at = at;
    const known = at === null ? undefined : this.moments.get(at);
    if (known) this.show(known);
    try {
      const view = known ?? (await this.source.view(this.id, at));
      this.keep(view);
      // While a slider moves, what comes late is shown too: it is on the way.
      if (asked !== this.asked && (at === null || this.at === null || this.view?.at === this.at)) return;
      if (!known) this.show(view);
      if (at !== null && asked === this.asked) this.fetchAround(at);
    } catch (error) {
      if (asked !== this.asked) return;
      this.listener.failed(error);
      // The shown moment stays, and so does its address; a person who followed the game keeps following it.
      if (!this.view) return;
      this.at = this.view.live ? null : this.view.at;
      if (where.game === this.id && where.at !== this.at) go(this.id, this.at, true);
    }
  }

  /** The version of which everything is here: the moment, and the log that leads to it. */
  get known(): number {
    return Math.min(this.view?.version ?? 0, this.log.length);
  }
  /** Whether the game has moved on from what is shown to who follows it. */
  get behind(): boolean {
    return this.at === null && this.view !== null && this.known < this.newest;
  }

  /** Show the newest moment, and have the log of it. */
  async refresh() {
    await Promise.all([this.look(null), this.readLog()]);
  }

  /** Show the moment to which this page itself has moved the game. The moments in the cache may be undone. */
  async moveOn(view: View) {
    this.moments.clear();
    this.marked = null;
    this.walk = null;
    clearTimeout(this.address);
    this.at = null;
    if (where.at !== null) go(this.id, null, true);
    // A request that is still on its way shows nothing any more.
    this.asked += 1;
    this.show(view);
    await this.readLog();
  }

  /** Go to a moment of this game; the address follows. */
  visit(number: number) {
    const at = number >= this.newest ? null : Math.max(0, number);
    if (at === this.at) return;
    clearTimeout(this.address);
    if (this.under >= AT_ONCE) {
      this.waiting = number;
      return;
    }
    const left = this.at === null;
    this.under += 1;
    void this.look(at).finally(() => {
      this.under -= 1;
      const next = this.waiting;
      this.waiting = null;
      if (next !== null && !this.closed) this.visit(next);
    });
    const follow = () => {
      this.addressed = performance.now();
      go(this.id, at, !left);
    };
    const rest = this.addressed + ADDRESS - performance.now();
    if (left || rest <= 0) follow();
    else this.address = setTimeout(follow, rest);
  }

  /** Play the game as a film, from its beginning if it is at its end; or stop. */
  play(from = this.at ?? 0) {
    this.playing = !this.playing;
    if (this.playing) this.visit(from);
  }

  step(by: number) {
    this.visit(Math.max(0, (this.waiting ?? this.at ?? this.newest) + by));
  }

  /** The address has changed, as by the browser's way back. */
  follow(at: number | null) {
    if (at === this.at) return;
    clearTimeout(this.address);
    void this.look(at);
  }

  /** Have the rounds and the key moments of the game as it stands. */
  async readCourse() {
    const { newest } = this;
    if (this.courseOf === newest) return;
    this.courseOf = newest;
    try {
      const found = await this.source.moments(this.id);
      if (this.courseOf === newest) this.course = found;
    } catch (error) {
      this.courseOf = -1;
      this.listener.failed(error);
    }
  }

  /** The entry that led to the moment shown. */
  get entry(): LogEntry | undefined {
    return this.view ? this.log[this.view.at - 1] : undefined;
  }

  /** The actions that are undone, and the entries that took them back. */
  readonly undone = $derived.by(() => undoneOf(this.log));

  /** What is marked on the page as changed: by the moment looked at, or since a seat acted last. */
  readonly changed: Changed | null = $derived.by(() => {
    const { marked, view } = this;
    if (marked) return changedBy(this.log.slice(marked.from - 1, marked.to));
    if (!view || view.live) return null;
    return this.log[view.at - 1]?.changed ?? null;
  });

  /** The key moments before and after the one shown. */
  keysAround(at: number): { before: KeyMoment | undefined; after: KeyMoment | undefined } {
    const keys = this.course?.keys ?? [];
    return { before: keys.findLast(({ number }) => number < at), after: keys.find(({ number }) => number > at) };
  }

  /** The next moment that is worth a look: passes and what was undone are passed over. */
  next(at: number): number {
    const found = this.log.find(
      ({ number, kind, passed }) => number > at && kind === "action" && !passed && !this.undone.has(number),
    );
    return found?.number ?? this.newest;
  }

  /** Mark what has happened since a seat acted last, at the newest moment. */
  markSince(seat: string) {
    const since = this.since(seat);
    if (since.length) this.marked = { seat, from: since[0]!.number, to: since.at(-1)!.number };
  }

  /** Go through what is marked, step by step. */
  walkMarked() {
    if (!this.marked) return;
    this.walk = this.marked;
    this.marked = null;
    this.visit(this.walk.from);
  }

  /** Close the view of changes, and return to the present; false if it was not open. */
  leaveSince(): boolean {
    if (!this.marked && !this.walk) return false;
    if (this.walk) this.visit(this.newest);
    this.marked = null;
    this.walk = null;
    return true;
  }

  /** The first moment of each round, in order. */
  get rounds() {
    return roundsOf(this.log);
  }

  /** The entries of others since a seat acted last. */
  since(seat: string) {
    return entriesSince(this.log, seat);
  }

  /** What others did since a seat acted last, the most telling first. */
  newsFor(seat: string, most: number) {
    return newsFor(this.log, seat, most);
  }

  /** The moment at which the turn of the acting seat began, if it has acted since. */
  get turn(): { seat: string; from: number } | null {
    const turn = this.view?.turn;
    if (!turn || turn.steps === 0 || !this.view?.decision?.seats.includes(turn.player)) return null;
    return { seat: turn.player, from: turn.began };
  }

  /** The runs that a corporation had made last at the moment shown. */
  lastRun(corp: string): Promise<RunsMade> {
    return this.source.lastRun(this.id, corp, this.at);
  }

  async readLog() {
    const last = this.log.at(-1)?.number ?? 0;
    try {
      const more = await this.source.log(this.id, last);
      const known = this.log.at(-1)?.number ?? 0;
      const fresh = more.filter(({ number }) => number > known);
      if (fresh.length) this.log = [...this.log, ...fresh];
    } catch (error) {
      this.listener.failed(error);
    }
  }

  private show(view: View) {
    this.view = view;
    this.newest = Math.max(this.newest, view.version);
    this.listener.shown();
  }

  private keep(view: View) {
    if (view.live) return;
    this.moments.set(view.at, view);
    const oldest = this.moments.keys().next().value;
    if (this.moments.size > KEPT && oldest !== undefined) this.moments.delete(oldest);
  }

  private fetchAround(at: number) {
    for (const near of [at + 1, at - 1]) {
      if (near < 0 || near >= this.newest || this.moments.has(near)) continue;
      // What is fetched ahead is no trouble if it does not come.
      this.source.view(this.id, near).then(
        (view) => this.keep(view),
        () => undefined,
      );
    }
  }
}
