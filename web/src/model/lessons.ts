/** Progress through lessons, and texts of the coach. */
import { text } from "../language/messages";
import type { GuidedGame, LessonStep, LessonSummary } from "../api/lessons";

/** The place of a learner in a lesson. */
export interface Place {
  /** The number of the current step, from 0. */
  step: number;
  /** True if the learner has finished the lesson once. */
  done: boolean;
  /** The game of the current exercise; empty before the first one. */
  game: string;
  /** The version of that game at the start of its steps, by the number of the step. */
  since: Record<string, number>;
  /** The time of the last change, in milliseconds since 1970; 0 if it is unknown. */
  at?: number;
}
export type Progress = Record<string, Place>;

/** The id of the guided first game. Its place is stored as that of a lesson; `done` is true once it is over. */
export const FIRST_GAME = "first-game";
/** The id of the guided short game, which is stored in the same way. */
export const SHORT_GAME = "short-game";

/** Return whether an id is that of a guided game. */
export const isGuided = (id: string) => id === FIRST_GAME || id === SHORT_GAME;

/** The form of stored progress. A stored value of another form is ignored. */
const FORM = 1;

const isPlace = (value: unknown): value is Place => {
  const { step, done, game, since, at = 0 } = (value ?? {}) as Partial<Record<keyof Place, unknown>>;
  return (
    Number.isInteger(step) &&
    (step as number) >= 0 &&
    typeof done === "boolean" &&
    typeof game === "string" &&
    typeof since === "object" &&
    since !== null &&
    Object.values(since).every((version) => Number.isInteger(version)) &&
    Number.isInteger(at)
  );
};

/** Return the progress of a stored value, without the parts that cannot be read. */
export function progressOf(stored: unknown): Progress {
  const { form, lessons } = (stored ?? {}) as { form?: unknown; lessons?: unknown };
  if (form !== FORM || typeof lessons !== "object" || lessons === null) return {};
  return Object.fromEntries(Object.entries(lessons).filter((entry): entry is [string, Place] => isPlace(entry[1])));
}

/** Return the name of the account that a stored value belongs to; empty if it belongs to none. */
export function ownerOf(stored: unknown): string {
  const { owner } = (stored ?? {}) as { owner?: unknown };
  return typeof owner === "string" ? owner : "";
}

/** Return the value to store for this progress. `owner` is the name of the account, if it belongs to one. */
export const stored = (lessons: Progress, owner = "") => ({ form: FORM, lessons, ...(owner ? { owner } : {}) });

/** Return the progress with newer places. A lesson that was done once stays done. */
export function merged(progress: Progress, newer: Progress): Progress {
  const places = Object.entries(newer).map(([id, place]): [string, Place] => {
    const former = progress[id];
    const last = former && (former.at ?? 0) > (place.at ?? 0) ? former : place;
    return [id, { ...last, done: place.done || (former?.done ?? false) }];
  });
  return { ...progress, ...Object.fromEntries(places) };
}

/** Return the lesson that has a game as its current one; null if none has. */
export function lessonOf(progress: Progress, game: string): string | null {
  return Object.entries(progress).find(([, place]) => place.game === game)?.[0] ?? null;
}

/** Return the language of a text of a lesson. A translation may lack some texts. */
export const languageIn = ({ language, lacking }: Pick<LessonSummary, "language" | "lacking">, text: string) =>
  lacking[text] ?? language;

/** Return the state of a lesson in the list. */
export function stateText({ steps, minutes }: LessonSummary, place: Place | undefined): string {
  if (place?.game && place.step < steps) return text(`step ${place.step + 1} of ${steps}`);
  return place?.done ? text(`done, ${minutes} min`) : text(`${minutes} min`);
}

/**
 * Return the lesson to suggest: one that the learner has begun, or else the first after `from` that is not done, or
 * else the first of all that is not done. Undefined if all are done.
 */
export function suggested(list: readonly LessonSummary[], progress: Progress, from = ""): LessonSummary | undefined {
  const open = list.filter(({ id }) => !progress[id]?.done);
  const after = list.slice(list.findIndex(({ id }) => id === from) + 1);
  return (
    (from ? undefined : open.find(({ id }) => progress[id]?.game)) ??
    after.find((lesson) => open.includes(lesson)) ??
    open[0]
  );
}

/**
 * Return the number and the minutes of the first lessons of a list, if they are those that are enough for the guided
 * game; else undefined.
 */
export function enoughFor(
  { after }: Pick<GuidedGame, "after">,
  list: readonly LessonSummary[],
): { count: number; minutes: number } | undefined {
  const first = list.slice(0, after.length);
  if (!after.length || !after.every((id) => first.some((lesson) => lesson.id === id))) return undefined;
  return { count: after.length, minutes: first.reduce((sum, lesson) => sum + lesson.minutes, 0) };
}

/** Return the lesson that the learner has begun, with the words that lead to its step; undefined without one. */
export function resumed(list: readonly LessonSummary[], progress: Progress): { id: string; words: string } | undefined {
  const at = list.findIndex(({ id, steps }) => progress[id]?.game && progress[id].step < steps);
  const id = list[at]?.id;
  return id === undefined ? undefined : { id, words: `Go on with lesson ${at + 1}, step ${progress[id]!.step + 1}` };
}

/** Return the first step of the exercise that has this step. */
export function exerciseOf(steps: readonly Pick<LessonStep, "first">[], step: number): number {
  return Math.max(
    0,
    steps.findLastIndex(({ first }, number) => first && number <= step),
  );
}

/** Return the starts of steps that are still valid after an undo to the start of a step, which is now `version`. */
export function restarted(since: Place["since"], step: number, version: number): Place["since"] {
  const earlier = Object.entries(since).filter(([number]) => Number(number) < step);
  return { ...Object.fromEntries(earlier), [step]: version };
}

/** Return the parts of a text. Two asterisks before and after a part make it bold. */
export function parts(content: string): { text: string; bold: boolean }[] {
  return content
    .split(/\*\*(.+?)\*\*/s)
    .map((part, number) => ({ text: part, bold: number % 2 === 1 }))
    .filter(({ text }) => text !== "");
}
