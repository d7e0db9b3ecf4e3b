/** Requests about notices: channels, preferences and deliveries. */
import { answered, ask, ofGame, post } from "./requests";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type Notices = Schemas["NoticeFacts"];
export type Times = Schemas["NoticeTimes"];
export type Channel = Schemas["ChannelFacts"];
export type NewChannel = Schemas["NewChannel"];
export type EventName = Channel["events"][number];
export type Delivery = Schemas["DeliveryFacts"];
export type TestAnswer = Schemas["TestAnswer"];

const JSON_BODY = { "content-type": "application/json" };
const put = (path: string, body: unknown) =>
  answered(path, { method: "PUT", headers: JSON_BODY, body: JSON.stringify(body) });

export const notices = () => ask<Notices>("/api/me/notices");
export const keep = async (times: Times, channels: { id: string; events: EventName[] }[] = []) =>
  (await (await put("/api/me/notices", { ...times, channels })).json()) as Notices;
export const deliveries = () => ask<Delivery[]>("/api/me/deliveries");
export const addChannel = (channel: Partial<NewChannel>) => post<Channel>("/api/me/channels", channel);
export const removeChannel = (id: string) =>
  answered(`/api/me/channels/${encodeURIComponent(id)}`, { method: "DELETE" });
export const testChannel = (id: string) =>
  ask<TestAnswer>(`/api/me/channels/${encodeURIComponent(id)}/test`, { method: "POST" });
/** Choose the events of one game that cause notices. Null removes the exception. */
export const exceptGame = (game: string, events: EventName[] | null) => put(`${ofGame(game)}/notices`, { events });
export const pushKey = async () => (await ask<{ key: string }>("/api/push-key")).key;
