import * as api from "../api/requests";
import { changedBy, entriesSince, newsFor, undoneOf } from "../model/logEntries";
import { roundsOf } from "../model/rounds";
import { go, where } from "./router.svelte";
import type { Changed, KeyMoment, LogEntry, Moments, RunsMade, View } from "../api/types";

/** The number of earlier moments in the cache, so that moving in time needs no request. */
const KEPT = 160;
/** The most requests for moments at the same time while a slider moves. */
const AT_ONCE = 2;
/** The shortest time between changes of the address in milliseconds. Browsers limit how often it may change. */
const ADDRESS = 350;

/** The source of moments: the server, or the replay page itself. */
export interface Source {
  view: (id: string, at: number | null) => Promise<View>;
  log: (id: string, after?: number) => Promise<LogEntry[]>;
  moments: (id: string) => Promise<Moments>;
  lastRun: (id: string, corp: string, at: number | null) => Promise<RunsMade>;
}

/** The entries since a seat acted last, from one number to another. */
export interface Since {
  seat: string;
  from: number;
  to: number;
}

interface Listener {
  /** Called when another moment is shown. */
  shown: () => void;
  failed: (error: unknown) => void;
}

/** The moments of a game: the moment shown, navigation through the others, and the log. */
export class History {
  /** The moment shown. */
  view = $state.raw<View | null>(null);
  log = $state.raw<LogEntry[]>([]);
  /** The rounds and key moments, after the first request. */
  course = $state.raw<Moments | null>(null);
  newest = $state(0);
  /** The selected moment. Null follows the game. */
  at = $state<number | null>(null);
  /** The entries that the player steps through. */
  walk = $state.raw<Since | null>(null);
  /** The entries whose changes are marked at the newest moment. */
  marked = $state.raw<Since | null>(null);
  /** The changes since the person was here, which the page marks while the digest is open. */
  away = $state.raw<Changed | null>(null);
  /** True while the game plays automatically. */
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
      // While a slider moves, late answers are shown too.
      if (asked !== this.asked && (at === null || this.at === null || this.view?.at === this.at)) return;
      if (!known) this.show(view);
      if (at !== null && asked === this.asked) this.fetchAround(at);
    } catch (error) {
      if (asked !== this.asked) return;
      this.listener.failed(error);
      // The shown moment and its address stay. A player who followed the game continues to follow it.
      if (!this.view) return;
      this.at = this.view.live ? null : this.view.at;
      if (where.game === this.id && where.at !== this.at) go(this.id, this.at, true);
    }
  }

  /** The version up to which both the moment and the log are loaded. */
  get known(): number {
    return Math.min(this.view?.version ?? 0, this.log.length);
  }
  /** True if the page follows the game but the game has newer entries. */
  get behind(): boolean {
    return this.at === null && this.view !== null && this.known < this.newest;
  }

  /** Show the newest moment, and load its log. */
  async refresh() {
    await Promise.all([this.look(null), this.readLog()]);
  }

  /** Show the moment after an action of this page. The cache is cleared, because its moments may be undone. */
  async moveOn(view: View) {
    this.moments.clear();
    this.marked = null;
    this.walk = null;
    clearTimeout(this.address);
    this.at = null;
    if (where.at !== null) go(this.id, null, true);
    // An answer to an earlier request is ignored.
    this.asked += 1;
    this.show(view);
    await this.readLog();
  }

  /** Show a moment of this game, and change the address. */
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

  /** Play the game automatically, from its start if it is at its end. If it plays already, stop. */
  play(from = this.at ?? 0) {
    this.playing = !this.playing;
    if (this.playing) this.visit(from);
  }

  step(by: number) {
    this.visit(Math.max(0, (this.waiting ?? this.at ?? this.newest) + by));
  }

  /** Show the moment of a changed address, as after the browser's Back button. */
  follow(at: number | null) {
    if (at === this.at) return;
    clearTimeout(this.address);
    void this.look(at);
  }

  /** Load the rounds and key moments of the present game. */
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

  /** The actions that are undone, with the entries that undid them. */
  readonly undone = $derived.by(() => undoneOf(this.log));

  /** The changes that the page marks: those of an earlier moment, or those since a seat acted last. */
  readonly changed: Changed | null = $derived.by(() => {
    const { marked, view, away } = this;
    if (away && view?.live) return away;
    if (marked) return changedBy(this.log.slice(marked.from - 1, marked.to));
    if (!view || view.live) return null;
    return this.log[view.at - 1]?.changed ?? null;
  });

  /** Return the key moments before and after a moment. */
  keysAround(at: number): { before: KeyMoment | undefined; after: KeyMoment | undefined } {
    const keys = this.course?.keys ?? [];
    return { before: keys.findLast(({ number }) => number < at), after: keys.find(({ number }) => number > at) };
  }

  /** Return the next moment that is worth showing. Passes and undone actions are skipped. */
  next(at: number): number {
    const found = this.log.find(
      ({ number, kind, passed }) => number > at && kind === "action" && !passed && !this.undone.has(number),
    );
    return found?.number ?? this.newest;
  }

  /** Mark the changes since a seat acted last, at the newest moment. */
  markSince(seat: string) {
    const since = this.since(seat);
    if (since.length) this.marked = { seat, from: since[0]!.number, to: since.at(-1)!.number };
  }

  /** Step through the marked entries. */
  walkMarked() {
    if (!this.marked) return;
    this.walk = this.marked;
    this.marked = null;
    this.visit(this.walk.from);
  }

  /** Close the view of changes and return to the present. Return false if it was not open. */
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

  /** Return the actions since a seat acted last. */
  since(seat: string) {
    return entriesSince(this.log, seat);
  }

  /** Return the actions since a seat acted last, the most important first. */
  newsFor(seat: string, most: number) {
    return newsFor(this.log, seat, most);
  }

  /** The moment at which the turn of the player to act began. Null if the turn has no actions yet. */
  get turn(): { seat: string; from: number } | null {
    const turn = this.view?.turn;
    if (!turn || turn.steps === 0 || !this.view?.decision?.seats.includes(turn.player)) return null;
    return { seat: turn.player, from: turn.began };
  }

  /** Return the last runs of a corporation at the moment shown. */
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
      // A failed request for a neighbouring moment does not matter.
      this.source.view(this.id, near).then(
        (view) => this.keep(view),
        () => undefined,
      );
    }
  }
}
