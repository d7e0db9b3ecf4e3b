import * as api from "../api/requests";
import { comfort } from "./settings.svelte";
import { me } from "./me.svelte";
import type { components } from "../api/schema";

type Schemas = components["schemas"];
export type Said = Schemas["Message"];
export type Motion = Schemas["MotionFacts"];
export type Present = Schemas["Present"];

/** The chat of a table: messages, requests to all, and presence. Empty without accounts. */
export class Talk {
  messages = $state.raw<Said[]>([]);
  more = $state(false);
  unread = $state(0);
  writes = $state(false);
  motions = $state.raw<Motion[]>([]);
  present = $state.raw<Present>({ seats: [], watching: 0 });
  /** A counter that grows when the people at the seats may have changed. */
  seats = $state(0);
  problem = $state("");
  /** An undo that needs the consent of others: the moment to return to, and the version of the game. */
  wanted = $state.raw<{ to: number | null; version: number } | null>(null);
  private shows = false;
  private dismissed = $state("");

  constructor(private readonly id: string) {}

  /** True if the chat is on screen. New messages then count as read. */
  get open() {
    return this.shows;
  }
  set open(shows: boolean) {
    this.shows = shows;
    if (shows) this.mark();
  }

  get newest() {
    return this.messages.at(-1)?.number ?? 0;
  }

  /** Return the requests that are open, and your own requests until you dismiss them. */
  standing(version: number): Motion[] {
    return this.motions.filter(
      (each) =>
        !(each.kind === "undo" && each.version !== version) &&
        (each.standing === "open" || (each.name === me.name && key(each) !== this.dismissed)),
    );
  }
  dismiss(motion: Motion) {
    this.dismissed = key(motion);
  }
  /** Return true if the person at this browser must answer. A person has no vote on their own used-up time. */
  asks(motion: Motion): boolean {
    if (motion.timed_out && motion.name === me.name) return false;
    const mine = comfort.seatsHere(this.id) ?? [];
    return motion.standing === "open" && motion.waits.some((seat) => mine.includes(seat));
  }

  /** Load the newest page of messages. If messages before it are missing, it replaces those that were loaded. */
  async load() {
    this.seats += 1;
    await this.tried(async () => {
      const page = await api.talk(this.id);
      const first = page.messages[0]?.number ?? 0;
      if (!this.messages.length || first > this.newest + 1) {
        this.messages = page.messages;
        this.more = page.more;
      } else this.add(page.messages);
      this.writes = page.writes;
      this.unread = page.unread;
      if (this.shows) this.mark();
    });
  }

  /** Load the newest page again, after you have muted a person or shown their messages again. */
  async reload() {
    this.messages = [];
    await this.load();
  }

  async older() {
    await this.tried(async () => {
      const page = await api.talk(this.id, this.messages[0]?.number);
      this.messages = [...page.messages, ...this.messages];
      this.more = page.more;
    });
  }

  /** Send a message. Return false if it failed. */
  async say(text: string): Promise<boolean> {
    return this.tried(() => api.say(this.id, text));
  }
  async move(
    kind: Motion["kind"],
    version: number,
    more: { to?: number | null; seat?: string; program?: string } = {},
  ) {
    this.wanted = null;
    await this.tried(async () => void (this.motions = await api.move(this.id, { kind, version, ...more })));
  }
  async answer({ kind }: Motion, yes: boolean) {
    await this.tried(async () => void (this.motions = await api.answer(this.id, kind, yes)));
  }

  /** Handle an event of the event stream. */
  heard(kind: string, data: string) {
    if (kind === "motions") this.motions = JSON.parse(data) as Motion[];
    else if (kind === "present") this.present = JSON.parse(data) as Present;
    // A person who has taken or left a seat may write now, or no longer.
    else if (kind === "seats") void this.load();
    else if (kind === "removed") void this.reload();
    else {
      const { messages } = JSON.parse(data) as { messages: Said[] };
      const { newest } = this;
      this.add(messages);
      if (this.shows) this.mark();
      else this.unread += messages.filter(({ number, name }) => number > newest && name !== me.name).length;
    }
  }

  private add(messages: Said[]) {
    const { newest } = this;
    this.messages = [...this.messages, ...messages.filter(({ number }) => number > newest)];
  }
  private mark() {
    this.unread = 0;
    if (this.writes && this.newest) void api.read(this.id, this.newest).catch(() => undefined);
  }
  private async tried(doing: () => Promise<unknown>): Promise<boolean> {
    this.problem = "";
    try {
      await doing();
      return true;
    } catch (error) {
      this.problem = (error as Error).message;
      return false;
    }
  }
}

const key = ({ kind, name, version, standing }: Motion) => `${kind} ${name} ${version} ${standing}`;
