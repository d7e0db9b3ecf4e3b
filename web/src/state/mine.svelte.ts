import * as plans from "../api/plans";
import * as api from "../api/requests";
import type { MyGame, QuickChoice } from "../api/types";
import { me } from "./me.svelte";

/** A choice that the person is about to confirm. */
interface Chosen {
  game: string;
  version: number;
  /** The place of the choice in its list. */
  place: number;
}

/** The person's own games in one state, with answers in place. */
export class Mine {
  which = $state<api.MyState>("waiting");
  title = $state("");
  text = $state("");
  games = $state.raw<MyGame[]>([]);
  next = $state<string | null>(null);
  /** The number of games that wait for the person. */
  waiting = $state(0);
  /** The id of the game that the keys act on. */
  current = $state<string | null>(null);
  chosen = $state.raw<Chosen | null>(null);
  busy = $state(false);
  problem = $state("");
  /** Notes on games whose answer was too late, or was sent. */
  notes = $state.raw<Record<string, string>>({});

  private asked = 0;

  /** Load the list from its beginning. */
  async load() {
    await this.tried(async () => {
      const mine = ++this.asked;
      const found = await this.request("");
      if (mine !== this.asked) return;
      this.show(found.games);
      [this.waiting, this.next] = [found.waiting, found.next];
    });
  }

  async more() {
    await this.tried(async () => {
      const mine = ++this.asked;
      const found = await this.request(this.next ?? "");
      if (mine !== this.asked) return;
      this.show([...this.games, ...found.games]);
      [this.waiting, this.next] = [found.waiting, found.next];
    });
  }

  choose(game: MyGame, place: number) {
    this.current = game.game.id;
    const same = this.chosen?.game === game.game.id && this.chosen.place === place;
    this.chosen = same ? null : { game: game.game.id, version: game.game.version, place };
  }

  choiceOf({ game, quick }: MyGame): QuickChoice | null {
    const { chosen } = this;
    return (chosen?.game === game.id && chosen.version === game.version && quick?.[chosen.place]) || null;
  }

  /** Send the selected choice, with the version that the person has read. */
  async answer(game: MyGame) {
    const choice = this.choiceOf(game)?.choice;
    if (this.busy || !choice?.action) return;
    const { id, version } = game.game;
    this.busy = true;
    this.problem = "";
    try {
      const done = await api.act(id, version, choice.action as never);
      // The person has read what happened before the answer.
      if (me.accounts && me.name) void api.reportVisit(id, done.version).catch(() => undefined);
      this.notes = { ...this.notes, [id]: "" };
      const place = this.games.findIndex((each) => each.game.id === id);
      const after = this.games[place + 1] ?? this.games[place - 1];
      this.chosen = null;
      this.current = after?.game.id ?? null;
      await this.load();
    } catch (error) {
      if (error instanceof api.Refused && error.status === 409) await this.explain(id, error);
      else this.problem = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }

  /** Make the next steps of a plan, at the version that the person has read. */
  async handIn({ game: { id, version }, plan }: MyGame) {
    if (!plan) return;
    await this.changed(id, async () => {
      const { stopped } = await plans.handIn(id, plan.key, version);
      this.notes = { ...this.notes, [id]: stopped };
    });
  }

  /** Take a seat back from a bot. */
  async takeBack({ game: { id, version }, lost_seat: seat }: MyGame) {
    if (seat) await this.changed(id, () => api.sit(id, version, seat, "person"));
  }

  private async changed(id: string, doing: () => Promise<unknown>) {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    try {
      await doing();
      await this.load();
    } catch (error) {
      if (error instanceof api.Refused && error.status === 409) await this.explain(id, error);
      else this.problem = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }

  /** Move to the next or previous game. */
  move(by: number) {
    const at = this.games.findIndex(({ game }) => game.id === this.current);
    const next = this.games[Math.min(this.games.length - 1, Math.max(0, at + by))];
    if (next) this.current = next.game.id;
  }

  /** Say what the person missed, and ask again with the present choices. */
  private async explain(id: string, error: api.Refused) {
    const missed = error.missed.map(({ headline }) => headline).filter(Boolean);
    this.chosen = null;
    await this.load();
    const what = missed.slice(-3).join("; ");
    const still = this.games.some(({ game }) => game.id === id);
    this.notes = {
      ...this.notes,
      [id]: what
        ? `Your answer was not sent, because the game has moved on: ${what}. Please choose again.`
        : "Your answer was not sent, because the game has moved on. Please choose again.",
    };
    if (!still)
      this.problem = what
        ? `Your answer was not sent, because the game has moved on: ${what}. It no longer waits for you.`
        : "Your answer was not sent, because the game has moved on. It no longer waits for you.";
  }

  private request(after: string) {
    return api.myGames(this.which, after, { title: this.title, text: this.text.trim() });
  }

  private show(games: MyGame[]) {
    this.games = games;
    if (!games.some(({ game }) => game.id === this.current)) this.current = games[0]?.game.id ?? null;
  }

  private async tried(doing: () => Promise<void>) {
    try {
      this.problem = "";
      await doing();
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }
}
