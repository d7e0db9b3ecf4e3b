/** Requests about people: accounts, sessions, tokens, seats and invitation links. */
import { forgetPositions } from "../browser/lastPosition";
import { answered, ask, ofGame, post } from "./requests";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type Me = Schemas["MeFacts"];
export type Session = Schemas["SessionFacts"];
export type Token = Schemas["TokenFacts"];
export type TimeSettings = Schemas["TimeSettings"];
export type TablePeople = Schemas["TablePeople"];

async function done(path: string, method: string, body?: unknown): Promise<void> {
  const headers = { "content-type": "application/json" };
  await answered(path, body === undefined ? { method } : { method, headers, body: JSON.stringify(body) });
}

export const whoAmI = () => ask<Me>("/api/me");
export const signUp = (name: string, password: string, email: string | null, invitation: string | null) =>
  post<Me>("/api/people", { name, password, email, invitation });
export const signIn = (name: string, password: string) => post<Me>("/api/sessions", { name, password });
export const signOut = async () => {
  await done("/api/sessions", "DELETE");
  // Another person may use this browser next.
  await forgetPositions();
};
export const forgotten = (name: string) => post<{ text: string }>("/api/resets", { name });
export const reset = (secret: string, password: string) => post<Me>("/api/resets/use", { secret, password });
export const changePassword = (old: string, fresh: string) => done("/api/me/password", "POST", { old, new: fresh });
export const leaveForGood = (password: string) => done("/api/me/delete", "POST", { password });

export const setLanguage = (language: string | null) => done("/api/me/language", "PUT", { language });
export const setEmail = (password: string, email: string | null) => done("/api/me/email", "POST", { password, email });
export const confirmEmail = (secret: string) => post<{ text: string }>("/api/confirmations/use", { secret });
export const sendConfirmation = () => ask<{ text: string }>("/api/confirmations", { method: "POST" });
export const enterCode = (step: string, code: string) => post<Me>("/api/sessions/code", { step, code });
export const newSecondFactor = (password: string) =>
  post<Schemas["SecondFactorFacts"]>("/api/me/second-factor", { password });
export const enableSecondFactor = (code: string) =>
  post<Schemas["RecoveryCodes"]>("/api/me/second-factor/enable", { code });
export const removeSecondFactor = (code: string) => done("/api/me/second-factor/remove", "POST", { code });
export type Passkey = Schemas["PasskeyFacts"];
export const passkeys = () => ask<Passkey[]>("/api/me/passkeys");
/** Request the options to make a passkey. The code is needed with a second factor. */
export const newPasskey = (password: string, code: string | null) =>
  post<Schemas["PasskeyOptions"]>("/api/me/passkeys/begin", { password, code });
export const addPasskey = (name: string, credential: Record<string, unknown>) =>
  post<Passkey>("/api/me/passkeys", { name, credential });
export const renamePasskey = (id: string, name: string) =>
  done(`/api/me/passkeys/${encodeURIComponent(id)}`, "PUT", { name });
export const removePasskey = (id: string) => done(`/api/me/passkeys/${encodeURIComponent(id)}`, "DELETE");
export const beginPasskey = () => ask<Schemas["PasskeyOptions"]>("/api/sessions/passkey/begin", { method: "POST" });
export const usePasskey = (credential: Record<string, unknown>) => post<Me>("/api/sessions/passkey", { credential });
export type Blocked = Schemas["BlockedFacts"];
export const blocklist = () => ask<Blocked[]>("/api/me/blocklist");
/** Mute or block a person, or end both. Return everyone whom you have muted or blocked. */
export const setBlock = (name: string, mute: boolean, block: boolean) =>
  ask<Blocked[]>("/api/me/blocklist", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name, mute, block }),
  });
export const report = (body: Schemas["NewReport"]) => post<{ text: string }>("/api/reports", body);
/** Report a message or a comment of a game. A reader needs no account. */
export const reportAt = (game: string, body: Schemas["NewTableReport"]) =>
  post<{ text: string }>(`/api/games/${encodeURIComponent(game)}/reports`, body);

export const sessions = () => ask<Session[]>("/api/sessions");
export const endSession = (id: string) => done(`/api/sessions/${encodeURIComponent(id)}`, "DELETE");
export const tokens = () => ask<Token[]>("/api/tokens");
export const newToken = (name: string) => post<Token>("/api/tokens", { name });
export const endToken = (id: string) => done(`/api/tokens/${encodeURIComponent(id)}`, "DELETE");

/** Request the time at which the key of the person's calendar was made. */
export const calendarSince = () => ask<Schemas["CalendarFacts"]>("/api/me/calendar");
export const newCalendar = () => ask<Schemas["CalendarKey"]>("/api/me/calendar", { method: "POST" });
export const removeCalendar = () => done("/api/me/calendar", "DELETE");

export const around = (game: string) => ask<TablePeople>(`${ofGame(game)}/people`);
export const join = (game: string, seat: string) => post<TablePeople>(`${ofGame(game)}/people`, { seat });
/** Give up a seat. With null, give up all seats and the access as a guest. */
export const leave = (game: string, seat: string | null) => done(`${ofGame(game)}/leave`, "POST", { seat });
export const free = (game: string, seat: string) => done(`${ofGame(game)}/free`, "POST", { seat });
export const settle = (game: string, secret: boolean) => done(`${ofGame(game)}/privacy`, "POST", { private: secret });
/** Follow a game, or stop following it. */
export const follow = (game: string, on: boolean) => done(`${ofGame(game)}/follow`, on ? "PUT" : "DELETE");
export const accept = (secret: string) => post<{ id: string }>("/api/invitations", { secret });
/** Return the address of an invitation. Browsers do not send the part after the `#` to a server. */
export const link = async (game: string) =>
  `${location.origin}/join#${(await ask<{ secret: string }>(`${ofGame(game)}/links`, { method: "POST" })).secret}`;

export const timeSettings = () => ask<TimeSettings>("/api/me/time");
export const setZone = (zone: string) =>
  ask<TimeSettings>("/api/me/time/zone", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ zone }),
  });
export const announce = (first: string, last: string) => post<TimeSettings>("/api/me/time/absences", { first, last });
export const endAbsence = (id: string) => done(`/api/me/time/absences/${encodeURIComponent(id)}`, "DELETE");
