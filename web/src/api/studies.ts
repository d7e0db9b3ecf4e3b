/** Requests about studies and comments on games. */
import { answered, ask, ofGame, post, put } from "./requests";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type Comment = Schemas["Comment"];
export type Comments = Schemas["Comments"];
export type StudyInfo = Schemas["Study"];
/** A ring on a place of the map or the chart, or an arrow between two. */
export type BoardMark = Schemas["BoardMark"];
export type Colour = NonNullable<BoardMark["colour"]>;
export interface Content {
  text: string;
  marks: readonly BoardMark[];
}

const of = (game: string, key?: string) => `${ofGame(game)}/comments${key ? `/${key}` : ""}`;

export const comments = (game: string) => ask<Comments>(of(game));
export const writeComment = (game: string, at: number, content: Content) => post<Comment>(of(game), { at, ...content });
export const changeComment = (game: string, key: string, content: Content) =>
  ask<Comment>(of(game, key), put("PUT", content));
export const deleteComment = (game: string, key: string) => answered(of(game, key), { method: "DELETE" });
export const renameStudy = (game: string, name: string) =>
  ask<{ name: string }>(`${ofGame(game)}/study`, put("PUT", { name }));
/** Create a study of a game up to a moment, with the comments of its review if you want them. */
export const beginStudy = (game: string, name: string, at: number, review = false) =>
  post<Schemas["Made"]>(`${ofGame(game)}/studies`, { name: name.slice(0, 80), at, review });
/** Request the secret of the link to a study of yours; null without a link. */
export const studyLink = async (game: string) => (await ask<Schemas["StudyLink"]>(`${ofGame(game)}/study/link`)).secret;
/** Make a study private, with a new link by which anyone may read it. An older link ends. */
export const shareStudy = async (game: string) =>
  (await ask<Schemas["StudyLink"]>(`${ofGame(game)}/study/link`, { method: "PUT" })).secret;
/** Open the study of a link, and return its game. */
export const readStudy = async (secret: string) => (await post<{ id: string }>("/api/read", { secret })).id;
export const studies = (skip = 0) => ask<Schemas["StudyList"]>(`/api/studies?limit=50&skip=${skip}`);
export const studyTextPath = (game: string) => `${ofGame(game)}/study.18xx`;
