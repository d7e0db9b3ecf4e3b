import * as api from "./api";
import { go } from "./router.svelte";
import { bring } from "./sheetsymbols";
import type { Action, Board, Choice, LogEntry, Plan, RouteInfo, View } from "./types";

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
  problem = $state<{ text: string; rule: string | null } | null>(null);
  hex = $state<string | null>(null);
  preview = $state.raw<{ hex: string; tile: string; rotation: number } | null>(null);
  plan = $state.raw<{ corp: string; plan: Plan } | null>(null);
  /** Runs drawn on the map. */
  runs = $state.raw<RouteInfo[]>([]);
  missed = $state.raw<string[]>([]);

  private events: EventSource | null = null;
  private asked = 0;

  constructor(readonly id: string) {}

  async open(at: number | null) {
    await this.look(at);
    if (this.view && !this.events) {
      const title = this.view.title;
      const [board] = await Promise.all([api.board(title), this.readLog()]);
      await bring(title, board.hash);
      this.board = board;
      this.listen();
    }
  }

  close() {
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
      this.runs = [];
      this.plan = null;
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

  choose(choice: Choice, amount?: number) {
    if (!choice.action) return;
    const action =
      choice.amounts && amount !== undefined ? { ...choice.action, [choice.amounts.field]: amount } : choice.action;
    void this.act(action);
  }

  say(error: unknown) {
    const text = error instanceof Error ? error.message : String(error);
    this.problem = { text, rule: error instanceof api.Refused ? error.rule : null };
  }

  private async write(doing: (version: number) => Promise<{ version: number }>) {
    if (this.busy || !this.view) return;
    this.busy = true;
    this.problem = null;
    try {
      const done = await doing(this.view.version);
      this.newest = done.version;
      this.hex = null;
      if (this.at !== null) go(this.id, null, true);
      await this.look(null);
      await this.readLog();
    } catch (error) {
      this.say(error);
      if (error instanceof api.Refused && error.status === 409) {
        await this.look(null);
        await this.readLog();
      }
    } finally {
      this.busy = false;
    }
  }

  private async readLog() {
    const last = this.log.at(-1)?.number ?? 0;
    try {
      const more = await api.log(this.id, last);
      if (more.length) this.log = [...this.log, ...more];
    } catch (error) {
      this.say(error);
    }
  }

  private listen() {
    this.events = new EventSource(api.eventsPath(this.id, this.newest));
    this.events.onopen = () => (this.online = true);
    this.events.onerror = () => (this.online = false);
    this.events.addEventListener("entry", (event) => {
      const { version } = JSON.parse(event.data as string) as { version: number };
      if (version <= this.newest) return;
      this.newest = version;
      if (this.at === null && !this.busy) void this.look(null);
      void this.readLog();
    });
  }
}
