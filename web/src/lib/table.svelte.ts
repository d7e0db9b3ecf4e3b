import * as api from "./api";
import { type Preview, tilesOf, tried } from "./laying";
import { go, where } from "./router.svelte";
import { bring } from "./sheetsymbols";
import type { Action, Board, Choice, LogEntry, LogLine, RouteInfo, View } from "./types";
import { said } from "./words";

/** What a person is told about a request that was not carried out. */
export interface Trouble {
  text: string;
  rule: string | null;
  missed: LogEntry[];
  unreached: boolean;
}

/** Stops that are being picked on the map. */
export interface Picking {
  chosen: string[];
  more: string[];
  toggle: (stop: string) => void;
}

/** A choice without its figures, which change as others bid. */
export const about = (choice: Choice) => `${choice.player} ${choice.text.replace(/\$[\d,]+/g, "$")}`;

/** What an entry tells; of a step that was passed over the rules say nothing, but somebody did it. */
export const linesOf = ({ seat, lines }: LogEntry): LogLine[] =>
  lines.length || !seat ? lines : [{ text: `${seat} goes on`, rule: "" }];

/** An entry of the log in one line. */
export function told(entry: LogEntry): string {
  const { seat } = entry;
  const text = said(linesOf(entry).map((line) => line.text).join("; "));
  return !seat || text.startsWith(seat) ? text : `${seat}: ${text}`;
}

/** The hex that a stop is on. */
export const hexOf = (stop: string) => stop.replace(/\.[^.]*$/, "");

export const TABS = ["Players", "Companies", "Chart", "Supply", "Log", "Sheet"] as const;
export type Tab = (typeof TABS)[number];

const AGAIN = 2000;
/** Earlier moments that are kept, so that going to and fro asks nobody. */
const KEPT = 160;
/** Moments that a moving slider asks for at the same time. */
const AT_ONCE = 2;
/** The address follows a moving slider only so often: browsers limit how often it may change. */
const ADDRESS = 350;
/** The second click of a double one that comes sooner after something new is shown was not meant for it. */
const UNSEEN = 400;

/** One game on screen: what is shown, what is selected, and the line to the server. */
export class Table {
  view = $state.raw<View | null>(null);
  board = $state.raw<Board | null>(null);
  log = $state.raw<LogEntry[]>([]);
  newest = $state(0);
  /** The moment looked at; null follows the game. */
  at = $state<number | null>(null);
  busy = $state(false);
  online = $state(true);
  problem = $state.raw<Trouble | null>(null);
  hex = $state<string | null>(null);
  preview = $state.raw<Preview | null>(null);
  /** Runs drawn on the map. */
  runs = $state.raw<RouteInfo[]>([]);
  picking = $state.raw<Picking | null>(null);
  /** Amounts that were typed, by the text of their choice: they outlive an action that came in between. */
  typed: Record<string, number> = {};
  /** The choice whose amount is being set. */
  opened = $state<string | null>(null);
  /** Moments that are gone through one by one. */
  walk = $state.raw<{ from: number; to: number } | null>(null);
  /** Whether the game is being watched by itself. */
  playing = $state(false);
  /** The panel that is shown. */
  tab = $state<Tab>("Players");

  private events: EventSource | null = null;
  private again: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private asked = 0;
  private moments = new Map<number, View>();
  private address: ReturnType<typeof setTimeout> | undefined;
  private addressed = 0;
  private under = 0;
  private waiting: number | null = null;
  private shown = 0;
  private catching = false;

  constructor(readonly id: string) {}

  async open(at: number | null) {
    await this.look(at);
    if (!this.view && at !== null && !this.problem?.unreached) await this.lookInstead();
    if (!this.view || this.closed) {
      if (!this.closed && this.problem?.unreached) this.again = setTimeout(() => void this.open(at), AGAIN);
      return;
    }
    if (this.events) return;
    const title = this.view.title;
    try {
      const [board] = await Promise.all([api.board(title), this.readLog()]);
      await bring(title, board.hash);
      this.board = board;
    } catch (error) {
      this.say(error);
      if (this.problem?.unreached) this.again = setTimeout(() => void this.open(at), AGAIN);
      return;
    }
    this.listen();
  }

  close() {
    this.closed = true;
    clearTimeout(this.again);
    clearTimeout(this.address);
    this.events?.close();
    this.events = null;
  }

  /** Show a moment, or with null the newest one. */
  async look(at: number | null) {
    const asked = ++this.asked;
    this.at = at;
    const known = at === null ? undefined : this.moments.get(at);
    if (known) this.show(known);
    try {
      const view = known ?? (await api.view(this.id, at));
      this.keep(view);
      // While a slider moves, what comes late is shown too: it is on the way.
      if (asked !== this.asked && (at === null || this.at === null || this.view?.at === this.at)) return;
      if (!known) this.show(view);
      if (at !== null && asked === this.asked) this.fetchAround(at);
    } catch (error) {
      if (asked !== this.asked) return;
      this.say(error);
      // What is shown stays, and the address says so; who followed the game goes on following it.
      if (!this.view) return;
      this.at = this.view.live ? null : this.view.at;
      if (where.game === this.id && where.at !== this.at) go(this.id, this.at, true);
    }
  }

  /** The newest moment in place of one that does not exist. */
  private async lookInstead() {
    const { problem } = this;
    await this.look(null);
    if (!this.view || this.closed) return;
    this.problem = problem;
    go(this.id, null, true);
  }

  /** Show what has happened to who follows the game: one view after the other, so that each is seen. */
  private async catchUp() {
    if (this.catching) return;
    this.catching = true;
    let before = -1;
    while (!this.busy && !this.closed && this.at === null && this.view) {
      const { version } = this.view;
      if (version >= this.newest || version === before) break;
      before = version;
      await Promise.all([this.look(null), this.readLog()]);
    }
    this.catching = false;
  }

  /** Whether a click is the second of a double one whose first brought what is shown now. */
  doubled(event: MouseEvent): boolean {
    return event.detail > 1 && performance.now() - this.shown < UNSEEN;
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

  /** Watch the game go on by itself, from its beginning where there is nothing left to see; or stop. */
  play(from = this.at ?? 0) {
    this.playing = !this.playing;
    if (this.playing) this.visit(from);
  }

  step(by: number) {
    this.visit(Math.max(0, (this.waiting ?? this.at ?? this.newest) + by));
  }

  /** The address has changed, as by the browser's way back. */
  follow(at: number | null) {
    if (this.view && at === this.at) return;
    clearTimeout(this.address);
    if (this.view) void this.look(at);
    else void this.open(at);
  }

  private show(view: View) {
    if (view.version !== this.view?.version) this.shown = performance.now();
    this.view = view;
    this.newest = Math.max(this.newest, view.version);
    this.preview = null;
    this.picking = null;
    this.runs = [];
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
      api.view(this.id, near).then((view) => this.keep(view), () => undefined);
    }
  }

  /** Ask about a hex, or with null about none; where one tile alone fits, it is tried at once. */
  select(hex: string | null) {
    this.hex = hex;
    const tiles = tilesOf(this.choicesOn(hex));
    this.preview = tiles.length === 1 ? tried(tiles[0]!, null) : null;
  }

  /** What can be done on a hex. */
  choicesOn(hex: string | null): Choice[] {
    if (!hex) return [];
    const groups = this.view?.decision?.groups ?? [];
    return groups.flatMap(({ choices }) => choices.filter(({ place }) => place?.hex === hex));
  }

  /** Turn the tile that is tried. */
  turnTile() {
    const { preview } = this;
    if (!preview) return;
    const ways = tilesOf(this.choicesOn(preview.hex)).find((each) => each.some(({ id }) => id === preview.choice));
    if (ways) this.preview = tried(ways, preview);
  }

  /** The first moment of each round, in order. */
  get rounds(): { number: number; text: string }[] {
    const found: { number: number; text: string }[] = [];
    for (const { number, round } of this.log)
      if (round && round !== found.at(-1)?.text) found.push({ number, text: round });
    return found;
  }

  async act(action: Action) {
    await this.write((version) => api.act(this.id, version, action));
  }
  async undo(to?: number) {
    await this.write((version) => api.undo(this.id, version, to));
  }
  async redo(branch?: number) {
    await this.write((version) => api.redo(this.id, version, branch));
  }

  actionOf(choice: Choice, amount?: number): Action | null {
    if (!choice.action || !choice.amounts || amount === undefined) return choice.action;
    return { ...choice.action, [choice.amounts.field]: amount };
  }

  choose(choice: Choice, amount?: number) {
    const action = this.actionOf(choice, amount);
    if (action) void this.act(action);
  }

  say(error: unknown) {
    const text = error instanceof Error ? error.message : String(error);
    if (error instanceof api.Refused)
      this.problem = { text, rule: error.rule, missed: error.missed, unreached: error.status === 0 };
    else this.problem = { text, rule: null, missed: [], unreached: false };
  }

  /** The entries of others since a seat acted last. */
  since(seat: string): LogEntry[] {
    const last = this.log.findLastIndex((entry) => entry.seat === seat && entry.kind === "action");
    return last < 0 ? [] : this.log.slice(last + 1).filter(({ kind }) => kind === "action");
  }

  /** The moment at which the turn of the seat to act began, where it has done something since. */
  get turn(): { seat: string; from: number } | null {
    const turn = this.view?.turn;
    if (!turn || turn.steps === 0 || !this.view?.decision?.seats.includes(turn.player)) return null;
    return { seat: turn.player, from: turn.began };
  }

  private async write(doing: (version: number) => Promise<{ version: number }>) {
    if (this.busy || !this.view) return;
    this.busy = true;
    this.problem = null;
    try {
      // Who looks back means the game as it is known to stand now.
      const done = await doing(this.view.live ? this.view.version : this.newest);
      this.moments.clear();
      this.newest = Math.max(this.newest, done.version);
      this.hex = null;
      this.walk = null;
      this.opened = null;
      this.typed = {};
      clearTimeout(this.address);
      this.at = null;
      if (where.at !== null) go(this.id, null, true);
      await Promise.all([this.look(null), this.readLog()]);
    } catch (error) {
      this.say(error);
      if (error instanceof api.Refused && error.status === 409) await Promise.all([this.look(null), this.readLog()]);
    } finally {
      this.busy = false;
      // Others may have acted in the meantime.
      void this.catchUp();
    }
  }

  private async readLog() {
    const last = this.log.at(-1)?.number ?? 0;
    try {
      const more = await api.log(this.id, last);
      const known = this.log.at(-1)?.number ?? 0;
      const fresh = more.filter(({ number }) => number > known);
      if (fresh.length) this.log = [...this.log, ...fresh];
    } catch (error) {
      this.say(error);
    }
  }

  private listen() {
    if (this.closed) return;
    this.events?.close();
    this.events = new EventSource(api.eventsPath(this.id, this.newest));
    this.events.onopen = () => {
      if (!this.online && this.problem?.unreached) this.problem = null;
      this.online = true;
      void this.catchUp();
    };
    this.events.onerror = () => {
      this.online = false;
      // The browser tries again by itself unless it has given up.
      if (this.events?.readyState === EventSource.CLOSED) {
        clearTimeout(this.again);
        this.again = setTimeout(() => this.listen(), AGAIN);
      }
    };
    this.events.addEventListener("entry", (event) => {
      const { version } = JSON.parse(event.data as string) as { version: number };
      if (version <= this.newest) return;
      this.newest = version;
      void this.catchUp();
      if (this.at !== null) void this.readLog();
    });
  }
}
