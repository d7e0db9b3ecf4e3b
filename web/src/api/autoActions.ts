/** Requests about auto-actions. Only their owner sees them. */
import { answered, ask, ofGame, post } from "./requests";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type AutoList = Schemas["AutoActionList"];
export type AutoFacts = Schemas["AutoActionFacts"];
export type AutoPreview = Schemas["AutoPreview"];
export type AutoAction = AutoPreview["auto_action"];

const at = (game: string) => `${ofGame(game)}/auto-actions`;
/** Request your auto-actions. The offers are only needed while the panel is open. */
export const mine = (game: string, offers: boolean) => ask<AutoList>(`${at(game)}?offers=${offers}`);
/** Request the words of auto-actions, without setting them. */
export const preview = (game: string, version: number, wanted: AutoAction[]) =>
  post<AutoPreview[]>(`${at(game)}/preview`, { version, auto_actions: wanted });
/** Set auto-actions: all of them, or none. */
export const set = (game: string, version: number, wanted: AutoAction[]) =>
  post<AutoFacts[]>(at(game), { version, auto_actions: wanted });
export const cancel = (game: string, key: string) =>
  answered(`${at(game)}/${encodeURIComponent(key)}`, { method: "DELETE" });
