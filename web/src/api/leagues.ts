/** Requests about leagues and ratings. */
import { answered, ask, post } from "./requests";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type League = Schemas["LeagueFacts"];
export type LeagueSummary = Schemas["LeagueSummary"];
export type LeagueRound = Schemas["LeagueRound"];
export type NewLeague = Schemas["NewLeague"];
export type LeagueAction = Schemas["OrganiseLeague"];
export type Rating = Schemas["RatingFacts"];

const at = (league: string, path = "") => `/api/leagues/${encodeURIComponent(league)}${path}`;

export const leagues = () => ask<LeagueSummary[]>("/api/leagues");
export const createLeague = (wish: NewLeague) => post<League>("/api/leagues", wish);
/** Return a league with the standings of a season. Season 0 is the current one. */
export const league = (id: string, season = 0) => ask<League>(at(id, `?season=${season}`));
export const join = (id: string, secret: string) => post<League>(at(id, "/join"), { secret });
export const remove = (id: string) => answered(at(id), { method: "DELETE" });
export const withdraw = (id: string) => ask<League>(at(id, "/withdraw"), { method: "POST" });
/** Create the invitation link, which replaces the former one. */
export const invite = async (id: string) => {
  const { secret } = await ask<Schemas["LeagueLink"]>(at(id, "/links"), { method: "POST" });
  return `${location.origin}/leagues/${id}#${secret}`;
};
export const organise = (id: string, body: LeagueAction) => post<League>(at(id, "/organise"), body);
export const ratings = (wanted: { title?: string; player?: string }) =>
  ask<Rating[]>(`/api/ratings?${new URLSearchParams(wanted).toString()}`);
