import * as api from "../api/lessons";
import { ofTitle, openAhead } from "../api/requests";
import { keep, recall } from "../browser/storage";
import { bring } from "../browser/symbolSheet";
import { lessonOf, merged, ownerOf, type Place, type Progress, progressOf, stored } from "../model/lessons";
import { known, me } from "./me.svelte";

const KEY = "trunkline-lessons";

/** The progress through lessons. The browser stores it, and the server does for a person with an account. */
export class Lessons {
  progress = $state.raw(progressOf(recall(KEY)));
  /** The lesson that the learner has just finished. */
  finished = $state("");
  private loaded: { id: string; lesson: Promise<api.Lesson> } | null = null;

  constructor() {
    addEventListener("storage", ({ key }) => {
      if (key === KEY) this.progress = progressOf(recall(KEY));
    });
  }

  /** Return the lesson that has a game as its current one; null if none has. */
  of(game: string): string | null {
    return lessonOf(this.progress, game);
  }

  set(lesson: string, place: Place) {
    const changed = { [lesson]: { ...place, at: Date.now() } };
    // Another window may have stored progress in other lessons.
    this.store({ ...progressOf(recall(KEY)), ...changed }, ownerOf(recall(KEY)));
    if (me.name !== null) void this.send(changed);
  }

  /** Merge the progress of this browser with that of the account. Progress of another account is forgotten here. */
  async sync() {
    await known();
    if (!me.accounts) return;
    const owner = ownerOf(recall(KEY));
    if (owner && owner !== me.name) this.store({}, "");
    if (me.name !== null) await this.send(this.progress);
  }

  private async send(changed: Progress) {
    const owner = me.name ?? "";
    const sent = Object.entries(changed).map(([id, place]) => [id, { at: 0, ...place }] as const);
    try {
      // The answer has every field.
      const places = progressOf(stored((await api.mergeProgress(Object.fromEntries(sent))) as Progress));
      if (me.name === owner) this.store(merged(progressOf(recall(KEY)), places), owner);
    } catch {
      // The browser has the progress. The next change or visit sends it again.
    }
  }

  private store(progress: Progress, owner: string) {
    this.progress = progress;
    keep(KEY, stored(progress, owner));
  }

  /**
   * Request a lesson, and then the drawings of its board: usually they are there when the game is created. The page of
   * the game uses the answer to the page before it.
   */
  load(id: string): Promise<api.Lesson> {
    if (this.loaded?.id !== id) {
      const lesson = api.lesson(id);
      this.loaded = { id, lesson };
      lesson
        .then(({ title, symbols }) => bring(ofTitle(title), { hash: symbols }))
        // The page of the game requests the drawings again.
        .catch(() => undefined);
      lesson.catch(() => (this.loaded = null));
    }
    return this.loaded!.lesson;
  }

  /** Create a game for an exercise, or use a created one, and store the learner's place in it. Return the id of the game. */
  async start(lesson: string, step: number, created = api.startExercise(lesson, step)): Promise<string> {
    const { id, version } = await created;
    openAhead(id);
    const done = this.progress[lesson]?.done ?? false;
    this.set(lesson, { step, done, game: id, since: { [step]: version } });
    return id;
  }
}

export const lessons = new Lessons();
