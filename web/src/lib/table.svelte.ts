import * as api from "./api";
import { go } from "./router.svelte";
import { bring } from "./sheetsymbols";
import type { Action, Board, Choice, LogEntry, RouteInfo, View } from "./types";

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
export const about = (choice: Choice) => `${choice.player} ${choice.text.replace(/\$\d+/g, "$")}`;

/** An entry of the log in one line. */
export function told({ seat, lines }: LogEntry): string {
  const text = lines.map((line) => line.text).join("; ");
  return !seat || text.startsWith(seat) ? text : `${seat}: ${text}`;
}

/** The hex that a stop is on. */
export const hexOf = (stop: string) => stop.replace(/\.[^.]*$/, "");

const AGAIN = 2000;

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
  preview = $state.raw<{ hex: string; tile: string; rotation: number } | null>(null);
  /** Runs drawn on the map. */
  runs = $state.raw<RouteInfo[]>([]);
  picking = $state.raw<Picking | null>(null);
  /** Amounts that were typed, by the text of their choice: they outlive an action that came in between. */
  typed: Record<string, number> = {};
  /** The choice whose amount is being set. */
  opened = $state<string | null>(null);
  /** Moments that are gone through one by one. */
  walk = $state.raw<{ from: number; to: number } | null>(null);

  private events: EventSource | null = null;
  private again: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private asked = 0;

  constructor(readonly id: string) {}

  async open(at: number | null) {
    await this.look(at);
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
    this.events?.close();
    this.events = null;
  }

  /** Show a moment, or with null the newest one. */
  async look(at: number | null) {
    const asked = ++this.asked;
    this.at = at;
    try {
      const view = await api.view(this.id, at);
      if (asked !== this.asked) return;
      this.view = view;
      this.newest = Math.max(this.newest, view.version);
      this.preview = null;
      this.picking = null;
      this.runs = [];
    } catch (error) {
      this.say(error);
    }
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
    return last < 0 ? [] : this.log.slice(last + 1);
  }

  /** The moment at which the turn of the seat to act began, where it has done something since. */
  get turn(): { seat: string; from: number } | null {
    const last = this.log.at(-1);
    if (!last || last.kind !== "action" || last.number !== this.newest) return null;
    if (!this.view?.decision?.seats.includes(last.seat)) return null;
    const before = this.log.findLastIndex(
      ({ kind, seat, round }) => kind !== "action" || seat !== last.seat || round !== last.round,
    );
    return { seat: last.seat, from: this.log[before]?.number ?? 0 };
  }

  private async write(doing: (version: number) => Promise<{ version: number }>) {
    if (this.busy || !this.view) return;
    this.busy = true;
    this.problem = null;
    try {
      const done = await doing(this.view.version);
      this.newest = Math.max(this.newest, done.version);
      this.hex = null;
      this.walk = null;
      this.opened = null;
      this.typed = {};
      if (this.at !== null) go(this.id, null, true);
      await Promise.all([this.look(null), this.readLog()]);
    } catch (error) {
      this.say(error);
      if (error instanceof api.Refused && error.status === 409) await Promise.all([this.look(null), this.readLog()]);
    } finally {
      this.busy = false;
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
    this.events = new EventSource(api.eventsPath(this.id, this.newest));
    this.events.onopen = () => {
      if (!this.online && this.problem?.unreached) this.problem = null;
      this.online = true;
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
      if (this.at === null && !this.busy) void this.look(null);
      void this.readLog();
    });
  }
}
