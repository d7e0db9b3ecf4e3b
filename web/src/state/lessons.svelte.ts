import * as api from "../api/lessons";
import { keep, recall } from "../browser/storage";
import { lessonOf, type Place, progressOf, stored } from "../model/lessons";

const KEY = "trunkline-lessons";

/** The progress through lessons. The browser stores it. */
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
    // Another window may have stored progress in other lessons.
    this.progress = { ...progressOf(recall(KEY)), [lesson]: place };
    keep(KEY, stored(this.progress));
  }

  /** Request a lesson. The page of the game uses the answer to the page before it. */
  load(id: string): Promise<api.Lesson> {
    if (this.loaded?.id !== id) {
      const lesson = api.lesson(id);
      this.loaded = { id, lesson };
      lesson.catch(() => (this.loaded = null));
    }
    return this.loaded!.lesson;
  }

  /** Create a game for an exercise, and store the learner's place in it. Return the id of the game. */
  async start(lesson: string, step: number): Promise<string> {
    const { id, version } = await api.startExercise(lesson, step);
    const done = this.progress[lesson]?.done ?? false;
    this.set(lesson, { step, done, game: id, since: { [step]: version } });
    return id;
  }
}

export const lessons = new Lessons();
