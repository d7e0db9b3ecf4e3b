/** Requests of the operators' page. Every change needs a reason, which the server writes to its audit log. */
import { answered, ask, post } from "./requests";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type PersonRecord = Schemas["PersonRecordFacts"];
export type Report = Schemas["ReportFacts"];
export type ServerState = Schemas["ServerState"];
export type AuditEntry = Schemas["AuditFacts"];
export type Invitation = Schemas["ServerInvitationFacts"];
export type PersonAction = Schemas["PersonAction"];

const send = (path: string, body: unknown) =>
  answered(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const at = (path: string, key: string) => `/api/operator/${path}/${encodeURIComponent(key)}`;

export const people = (text: string) =>
  ask<PersonRecord[]>(`/api/operator/people?${new URLSearchParams({ text }).toString()}`);
export const act = (person: string, body: PersonAction) =>
  post<Schemas["PersonActionDone"]>(at("people", person), body);
export const reports = (decided: boolean) => ask<Report[]>(`/api/operator/reports?decided=${decided}`);
export const decide = (report: string, decision: "upheld" | "dismissed", reason: string) =>
  send(at("reports", report), { decision, reason });
export const hiddenGames = () => ask<{ id: string }[]>("/api/operator/games");
export const hide = (game: string, hidden: boolean, reason: string) => send(at("games", game), { hidden, reason });
/** Remove a message or a comment for everyone. */
export const remove = (kind: "message" | "comment", game: string, number: number, reason: string) =>
  send("/api/operator/messages", { kind, game, number, reason });
export const invitations = () => ask<Invitation[]>("/api/operator/invitations");
export const invite = (uses: number, days: number, reason: string) =>
  post<Invitation>("/api/operator/invitations", { uses, days, reason });
export const closeInvitation = (id: string, reason: string) => send(`${at("invitations", id)}/close`, { reason });
export const state = () => ask<ServerState>("/api/operator/state");
export const log = (before?: number) =>
  ask<AuditEntry[]>(`/api/operator/log${before === undefined ? "" : `?before=${before}`}`);
