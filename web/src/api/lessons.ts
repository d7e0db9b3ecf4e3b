/** Requests about lessons. */
import { ask, ofGame, post } from "./requests";

/** A lesson of the list. */
export interface LessonSummary {
  id: string;
  name: string;
  /** One line that says what it teaches. */
  about: string;
  title: string;
  minutes: number;
  steps: number;
}
export interface LessonAnswer {
  text: string;
  /** The comment on this answer. */
  say: string;
  right: boolean;
}
export interface LessonStep {
  heading: string;
  text: string;
  task: string;
  kind: "read" | "task" | "question";
  /** True if an exercise begins with this step. It needs a new game. */
  first: boolean;
  player: string;
  hints: string[];
  targets: { hexes: string[]; corporations: string[] };
  /** Sentences about this position, by the id of the rule of a refusal. */
  refusals: Record<string, string>;
  answers: LessonAnswer[];
}
export type Lesson = Omit<LessonSummary, "steps"> & { steps: LessonStep[] };
/** The judgement of the learner's actions in a step. */
export interface Verdict {
  status: "open" | "done" | "wrong";
  say: string;
}

const of = (id: string) => `/api/lessons/${encodeURIComponent(id)}`;

export const lessons = () => ask<LessonSummary[]>("/api/lessons");
export const lesson = (id: string) => ask<Lesson>(of(id));
/** Create a game at the start of the exercise that has this step. */
export const startExercise = (id: string, step: number) =>
  post<{ id: string; version: number }>(`${of(id)}/games`, { step });
/** Request the judgement of the actions after a version of a lesson's game. */
export const verdict = (game: string, step: number, since: number) =>
  ask<Verdict>(`${ofGame(game)}/lesson?step=${step}&since=${since}`);
