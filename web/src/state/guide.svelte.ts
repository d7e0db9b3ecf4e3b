import * as api from "../api/lessons";
import { persistently } from "../api/requests";
import { type Lessons, lessons } from "./lessons.svelte";
import type { Table } from "./table.svelte";

/** The id of the offer to end the game among the topics. */
export const STOP = "stop";
const NOWHERE: api.LessonTargets = { hexes: [], corporations: [] };

/** The coach of a guided game: what it says at the newest moment, and the review at the end. */
export class Guide {
  said = $state.raw<api.Guidance | null>(null);
  review = $state.raw<api.GuidedReview | null>(null);
  problem = $state("");
  busy = $state(false);
  private asked = 0;
  /** The last version at which the coach spoke. */
  private spoke = -1;

  constructor(
    private readonly table: Table,
    private readonly kept: Lessons = lessons,
  ) {}

  /** The topic about which the coach speaks. */
  readonly topic = $derived.by(() => this.said?.topics[0]);
  readonly targets = $derived.by(() => this.topic?.targets ?? NOWHERE);
  /** The offer to end the game, until the learner plays on. */
  readonly offer = $derived.by(() => (this.said?.stop && !this.said.stop.read ? this.said.stop : null));

  /**
   * Ask what the coach says at a version of the game. A topic that the learner saw before it counts as read. A learner
   * who acted instead of answering the offer plays on. The offer hides the topic, so the topic is still unread.
   */
  async look(version: number) {
    const shown = this.offer ? STOP : (this.topic?.id ?? null);
    const seen = this.said && this.said.version < version ? shown : null;
    await this.ask(() => (seen ? api.topicRead(this.table.id, seen) : api.guidance(this.table.id)));
  }

  /** Report that the learner has read the topic, or the offer to end the game. */
  async read(topic: string) {
    await this.ask(() => api.topicRead(this.table.id, topic));
  }

  /** Return true if the coach has said nothing at a version. A learner acts at new things without help. */
  silentAt(version: number): boolean {
    return this.said?.version === version && this.spoke !== version && !this.topic && !this.offer;
  }

  async end() {
    this.busy = true;
    try {
      await api.endGuided(this.table.id, this.table.view!.version);
      // The event stream brings the new moment.
    } catch (error) {
      this.problem = (error as Error).message;
    }
    this.busy = false;
  }

  async loadReview() {
    const guide = this.table.lesson ?? "";
    const place = this.kept.progress[guide];
    if (place && !place.done) this.kept.set(guide, { ...place, done: true });
    try {
      this.review = await api.guidedReview(this.table.id);
      this.problem = "";
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  private async ask(request: () => Promise<api.Guidance>) {
    const asked = ++this.asked;
    this.busy = true;
    try {
      const said = await persistently(request);
      if (asked !== this.asked) return;
      this.said = said;
      if (this.topic || this.offer) this.spoke = said.version;
      this.problem = "";
    } catch (error) {
      if (asked === this.asked) this.problem = (error as Error).message;
    } finally {
      if (asked === this.asked) this.busy = false;
    }
  }
}
