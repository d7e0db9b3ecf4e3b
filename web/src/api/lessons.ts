/** Requests about lessons. */
import { ask, ofGame, post } from "./requests";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type LessonSummary = Schemas["LessonSummary"];
export type Lesson = Schemas["LessonView"];
export type LessonStep = Schemas["LessonStep"];
export type LessonAnswer = Schemas["LessonAnswer"];
/** The judgement of the learner's actions in a step. */
export type Verdict = Schemas["TaskView"];
export type GuidedGame = Schemas["GuidedGame"];
/** The topics of the coach of a guided game, and its offer to end the game. */
export type Guidance = Schemas["CoachFacts"];
export type GuidedReview = Schemas["GuidedReview"];
export type LessonTargets = Schemas["LessonTargets"];
export type LessonLink = Schemas["LessonLink"];

const of = (id: string) => `/api/lessons/${encodeURIComponent(id)}`;

export const lessons = () => ask<LessonSummary[]>("/api/lessons");
export const lesson = (id: string) => ask<Lesson>(of(id));
/** Merge places with those of the account, and return all of them. */
export const mergeProgress = async (lessons: Schemas["LessonProgress"]["lessons"]) =>
  (await post<Schemas["LessonProgress"]>("/api/me/lessons", { lessons })).lessons;
/** Create a game at the start of a step. */
export const startExercise = (id: string, step: number) => post<Schemas["Made"]>(`${of(id)}/games`, { step });
/** Request the judgement of the actions after a version of a lesson's game. */
export const verdict = (game: string, step: number, since: number) =>
  ask<Verdict>(`${ofGame(game)}/lesson?step=${step}&since=${since}`);

export const guidedGame = (guide: string) => ask<GuidedGame>(`/api/guided?guide=${guide}`);
/** Create a guided game. */
export const startGuided = (guide: string) => post<Schemas["Made"]>(`/api/guided/games?guide=${guide}`, null);
export const guidance = (game: string) => ask<Guidance>(`${ofGame(game)}/coach`);
/** Report that the learner has read a topic, and request what the coach says then. */
export const topicRead = (game: string, topic: string) =>
  ask<Guidance>(`${ofGame(game)}/coach/${encodeURIComponent(topic)}`, { method: "PUT" });
/** End a guided game by agreement. */
export const endGuided = (game: string, version: number) =>
  post<Schemas["Version"]>(`${ofGame(game)}/coach/end`, { version });
export const guidedReview = (game: string) => ask<GuidedReview>(`${ofGame(game)}/coach/review`);
