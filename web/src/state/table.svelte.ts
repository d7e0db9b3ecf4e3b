import { Advice } from "./advice.svelte";
import * as api from "../api/requests";
import { AGAIN, Connection } from "../api/connection.svelte";
import { Hints } from "./ruleShown.svelte";
import { History, type Source } from "./history.svelte";
import { Since } from "./digest.svelte";
import { OnStage } from "./stageChoices.svelte";
import { isGuided } from "../model/lessons";
import { lessons } from "./lessons.svelte";
import type { Solving } from "./solving.svelte";
import { me } from "./me.svelte";
import { go } from "./router.svelte";
import { Rail } from "./stepRail.svelte";
import { Selection } from "./selection.svelte";
import { Study } from "./study.svelte";
import type { Comments } from "../api/studies";
import { rememberView, startOver } from "../browser/lastPosition";
import { automatic } from "../model/obvious";
import { comfort } from "./settings.svelte";
import { bring } from "../browser/symbolSheet";
import { stageOf } from "../model/stages";
import { TableClock } from "./tableClock.svelte";
import { Tabs } from "./tabs.svelte";
import { Talk } from "./chat.svelte";
import { type Trouble, troubleOf } from "../api/errors";
import type { Action, Board, Seat, View } from "../api/types";
import { WhatIf } from "./whatIf.svelte";

/** The time in milliseconds after new content in which the second click of a double click is ignored. */
const UNSEEN = 400;

/** A panel that teaches at the table, with the places that it marks. */
interface Guide {
  targets: { hexes: string[]; corporations: string[] };
  /** Only of a lesson: true if the table shows how lays and tokens change the best runs. */
  gains?: boolean;
  /** Only of a lesson: true if the learner has acted in the step, and has not undone it. */
  acted?: boolean;
  /** Only of a lesson: true if the learner needs no choices now. The stage offers none then. */
  covers?: boolean;
  /** Only of a lesson: true while figures on the page would answer a question. */
  withholds?: boolean;
  /** Only of the guided game: return true if the coach has said nothing at a version. */
  silentAt?: (version: number) => boolean;
}

/** A game on screen, from opening to closing. Its parts are separate modules. */
export class Table {
  board = $state.raw<Board | null>(null);
  busy = $state(false);
  /** With accounts: the seats that you may give to a bot, or take back. */
  handsOver = $state.raw<string[]>([]);
  /** The seats for which you must ask the other players first. */
  asksFor = $state.raw<string[]>([]);
  /** Your seats, including those that a bot plays for you. */
  ownSeats = $state.raw<string[]>([]);
  problem = $state.raw<Trouble | null>(null);

  /** The coach of a lesson or the puzzle, once it is loaded. */
  coach = $state.raw<Guide | null>(null);
  /** The puzzle of the game, once it is loaded. */
  solving = $state.raw<Solving | null>(null);

  readonly tabs = new Tabs(() => (this.view ? stageOf(this.view, this.rail.listed) : "Map"));
  readonly whatif: WhatIf;
  readonly hints: Hints;
  readonly advice: Advice;
  readonly onStage = new OnStage();
  readonly history: History;
  readonly selection: Selection;
  readonly rail: Rail;
  readonly connection: Connection;
  readonly talk: Talk;
  readonly since: Since;
  readonly study: Study;
  readonly clock: TableClock;

  /** True if the page only shows a game. */
  readonly shows: boolean;
  /** The id of the lesson that has this game; null for other games. */
  readonly lesson: string | null;

  /** True if this game is a guided game. */
  get guided(): boolean {
    return this.lesson !== null && isGuided(this.lesson);
  }

  private again: ReturnType<typeof setTimeout> | undefined;
  private behind: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private catching = false;
  private version = -1;
  private shownAt = 0;

  /** With a source, the page only shows a game and sends no requests. */
  constructor(
    readonly id: string,
    source?: Source,
    comments?: Comments,
  ) {
    this.shows = source !== undefined;
    this.lesson = this.shows ? null : lessons.of(id);
    this.history = new History(id, { shown: () => this.shown(), failed: (error) => this.say(error) }, source);
    this.whatif = new WhatIf(id);
    this.since = new Since(id, this.history);
    this.study = new Study(id, this.history, comments);
    this.talk = new Talk(id);
    this.clock = new TableClock(id);
    this.advice = new Advice(id, (error) => this.say(error), this.guided ? "director" : undefined);
    this.hints = new Hints(id, (error) => this.say(error));
    this.selection = new Selection({
      view: () => this.view,
      // A preview could give the answer to a puzzle away.
      attempt: (action) =>
        this.view!.withheld ? Promise.reject(new Error()) : api.attempt(id, this.view!.version, action),
      refusal: async (action) =>
        this.view!.withheld ? undefined : (await api.attempts(id, this.view!.version, [action]))[0],
      send: (action) => this.act(action),
    });
    this.rail = new Rail(
      () => this.view,
      () => this.selection.meant,
      (choice) => this.onStage.has(choice),
    );
    this.connection = new Connection(id, {
      newest: () => this.history.newest,
      connected: () => this.connected(),
      moved: (version) => this.moved(version),
      heard: (kind, data) => (kind === "comments" ? void this.study.reload() : this.talk.heard(kind, data)),
    });
  }

  get view() {
    return this.history.view;
  }

  /** True if the game belongs to one learner: it is that of a lesson or a puzzle. */
  get learns(): boolean {
    return this.lesson !== null || Boolean(this.view?.puzzle);
  }

  /** True while a lesson asks, or before it is loaded: the page shows no figures that would answer its question. */
  get withholds(): boolean {
    return this.lesson !== null && !this.guided && (this.coach?.withholds ?? true);
  }

  /** True at the start of a lesson's step: the actions before it are part of its position. */
  private get fixed(): boolean {
    return this.lesson !== null && !this.guided && !this.coach?.acted;
  }

  /** True if an undo of the last action is possible. */
  get undoable(): boolean {
    return Boolean(this.view?.can_undo) && !this.fixed;
  }

  /** Request the effects of lays and tokens on the best runs, unless the step of a lesson is about something else. */
  followGains() {
    const withheld = this.lesson !== null && !this.guided && !this.coach?.gains;
    void this.whatif.follow(withheld ? null : this.view);
  }

  async open(at: number | null) {
    if (!this.view) startOver();
    const { history } = this;
    const from = api.ofGame(this.id);
    // Requested with the moment: on a slow line, each answer that is awaited delays the table.
    const more = this.connection.listening ? null : Promise.all([api.board(from), history.readLog()]);
    more?.catch(() => undefined);
    await history.look(at);
    if (!this.view && at !== null && !this.problem?.unreached) await this.lookInstead();
    if (!this.view || this.closed) {
      if (!this.closed && this.problem?.unreached) this.again = setTimeout(() => void this.open(at), AGAIN);
      return;
    }
    if (!more || this.connection.listening) return;
    // Requested with the rest, so that it is usually there when the page is first drawn.
    if (!this.learns) void this.since.load(at);
    try {
      const [board] = await more;
      await bring(from, board);
      this.board = board;
    } catch (error) {
      this.say(error);
      if (this.problem?.unreached) this.again = setTimeout(() => void this.open(at), AGAIN);
      return;
    }
    this.connection.listen();
  }

  /** Show a game from the replay page itself. */
  async show(board: Board) {
    this.board = board;
    await Promise.all([this.history.look(0), this.history.readLog(), this.history.readCourse()]);
  }

  close() {
    this.closed = true;
    clearTimeout(this.again);
    clearTimeout(this.behind);
    this.history.close();
    this.since.close();
    this.connection.close();
  }

  /** Show the moment of a changed address, as after the browser's Back button. */
  follow(at: number | null) {
    if (this.view) this.history.follow(at);
    else void this.open(at);
  }

  /** Return true if the first click of a double click brought the present content. */
  doubled(event: MouseEvent): boolean {
    return event.detail > 1 && performance.now() - this.shownAt < UNSEEN;
  }

  async act(action: Action) {
    const answers = this.view?.withheld ? this.solving : null;
    await this.write((version) => (answers ? answers.send(version, action) : api.act(this.id, version, action)));
    // After a decision, show the stage of the next one.
    if (!this.problem) this.tabs.back();
  }
  /** Take the action that needs no decision, if a setting of the player wants it and the coach says nothing. */
  actAutomatically() {
    const { view, problem, guided } = this;
    if (!view || problem || this.busy || this.shows || (this.learns && !guided)) return;
    const here = comfort.seatsHere(this.id);
    // With accounts, the seats of this person are known a little later.
    if (me.accounts && !here && !guided) return;
    if (guided && !this.coach?.silentAt?.(view.version)) return;
    const wishes = { ending: comfort.of("ending"), single: comfort.of("single") };
    const action = automatic(view, { wishes, here, guided });
    if (action) void this.write((version) => api.act(this.id, version, action, true));
  }
  async sit(seat: string, kind: Seat["kind"]) {
    await this.write((version) => api.sit(this.id, version, seat, kind));
  }
  /** Give up the puzzle of the game: the server plays its solution. */
  async giveUp() {
    const { solving } = this;
    if (solving) await this.write((version) => solving.send(version, null));
  }
  async undo(to?: number) {
    if (this.fixed) return;
    this.talk.wanted = null;
    await this.write(async (version) => {
      try {
        return await api.undo(this.id, version, to);
      } catch (error) {
        // An undo of other players' moves needs their consent. The page offers to ask for it.
        if (error instanceof api.Refused && error.status === 403) this.talk.wanted = { to: to ?? null, version };
        throw error;
      }
    });
    // The page shows the offer to ask instead of the refusal.
    if (this.talk.wanted) this.problem = null;
  }
  async redo(branch?: number) {
    await this.write((version) => api.redo(this.id, version, branch));
  }

  say(error: unknown) {
    this.problem = troubleOf(error);
  }

  /** Show the newest moment if the requested one does not exist. */
  private async lookInstead() {
    const { problem } = this;
    await this.history.look(null);
    if (!this.view || this.closed) return;
    this.problem = problem;
    go(this.id, null, true);
  }

  /** Show new moments to a player who follows the game, one after the other. */
  private async catchUp() {
    if (this.catching) return;
    this.catching = true;
    const again = this.behind !== undefined;
    clearTimeout(this.behind);
    this.behind = undefined;
    const { history } = this;
    let before = -1;
    while (!this.busy && !this.closed && history.behind && history.known !== before) {
      before = history.known;
      await history.refresh();
    }
    this.catching = false;
    if (this.closed || this.busy || !this.problem?.passes) return;
    // The event stream may work while requests fail. Without this timer, the page would not request the moment again.
    if (history.behind) this.behind = setTimeout(() => void this.catchUp(), AGAIN);
    else if (again) this.problem = null;
  }

  private shown() {
    const { version } = this.view!;
    if (version !== this.version) this.shownAt = performance.now();
    this.version = version;
    this.selection.moved(this.view!.live);
    if (!this.shows) this.since.visit();
    this.followGains();
  }

  private connected() {
    if (!this.connection.online && this.problem?.unreached) this.problem = null;
    this.selection.again();
    // A sandbox has no chat.
    if (me.accounts && !this.learns && !this.view?.origin) void this.talk.load();
    void this.study.reload();
    void this.catchUp();
  }

  private moved(version: number) {
    const { history } = this;
    if (version <= history.newest) return;
    history.newest = version;
    void this.catchUp();
    if (history.at !== null) void history.readLog();
  }

  private async write(doing: (version: number) => Promise<View>) {
    if (this.busy || !this.view) return;
    this.busy = true;
    this.problem = null;
    const { history } = this;
    try {
      // An action at an earlier moment applies to the newest known version.
      const done = await doing(this.view.live ? this.view.version : history.newest);
      this.selection.forget();
      await history.moveOn(done);
      void rememberView(this.id, done);
    } catch (error) {
      this.say(error);
      if (error instanceof api.Refused && error.status === 409) await history.refresh();
    } finally {
      this.busy = false;
      // Other players may have acted in the meantime.
      void this.catchUp();
    }
  }
}
