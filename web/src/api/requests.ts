import type { Supposed } from "../model/formation";
import { recallAnswer, remember } from "../browser/lastPosition";
import { compareClocks } from "../browser/serverTime";
import { requestAhead, requested } from "./ahead";
import { untilReached } from "./reach.svelte";
import { offline } from "../state/offline.svelte";
import type { components } from "./schema";
import type {
  Action,
  Advice,
  Announcement,
  Becomes,
  Board,
  ClockSettings,
  ClockState,
  Digest,
  Earnings,
  Figure,
  Forbidden,
  Formation,
  Judged,
  Decision,
  GlossarySection,
  RuleExample,
  Question,
  LobbyPage,
  LogEntry,
  Moments,
  MyGames,
  Outlook,
  Plan,
  Program,
  Review,
  RouteInfo,
  RuleText,
  RunsMade,
  SheetRow,
  Scores,
  Seat,
  SeatWish,
  TitleInfo,
  Tried,
  TurnAhead,
  View,
  WhatIfFacts,
} from "./types";

/** An error answer of the server. Its message is a sentence for people. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly rule: string | null = null,
    readonly version: number | null = null,
    readonly missed: LogEntry[] = [],
  ) {
    super(message);
  }
}

/** Number of times a read is repeated if the server is busy. `Retry-After` sets the delay. */
const AGAIN = 3;

async function patient(path: string, init: RequestInit | undefined, times = AGAIN): Promise<Response> {
  const answer = await requested(path, init);
  const seconds = Number(answer.headers.get("retry-after"));
  if (init || !times || !seconds) return answer;
  await new Promise((ready) => setTimeout(ready, seconds * 1000));
  return patient(path, init, times - 1);
}

export async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await answered(path, init)).json()) as T;
}

/** True for the error of a request that did not reach the server. */
export const isLost = (error: unknown) => error instanceof Refused && error.status === 0;

/** Repeat something until it reaches the server. */
export const persistently = <T>(attempt: () => Promise<T>) => untilReached(attempt, isLost);

/** Download the content of a path and save it under this file name. */
export async function saved(path: string, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await (await answered(path)).blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// The build takes no messages from statements that throw.
const unreachable = (init?: RequestInit) =>
  init ? "Cannot reach the server. Try again." : "Cannot reach the server. Retrying…";
/** Answers of a proxy that cannot reach the server. */
const BEHIND = [502, 504];

/** Request something. Reads are repeated until they reach the server. */
export const answered = (path: string, init?: RequestInit): Promise<Response> =>
  init ? answeredOnce(path, init) : persistently(() => answeredOnce(path));

async function answeredOnce(path: string, init?: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await patient(path, init);
  } catch {
    const kept = init ? null : await recallAnswer(path);
    if (!kept) throw new Refused(unreachable(init), 0);
    offline.at = kept.at ?? offline.at;
    return kept.answer;
  }
  if (!init && BEHIND.includes(answer.status)) throw new Refused(unreachable(), 0);
  // The browser may have kept an answer that never changes, so it does not prove that the server is there.
  const proves = !answer.headers.get("cache-control")?.includes("immutable");
  if (proves) offline.at = null;
  compareClocks(answer.headers);
  if (!init) void remember(path, answer, proves);
  if (!answer.ok) {
    const data = (await answer.json().catch(() => ({}))) as {
      error?: string;
      rule?: string | null;
      version?: number | null;
      missed?: LogEntry[] | null;
    };
    const words = data.error ?? `The server answered ${answer.status}.`;
    throw new Refused(words, answer.status, data.rule, data.version, data.missed ?? []);
  }
  return answer;
}

export function post<T>(path: string, body: unknown): Promise<T> {
  return ask<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Change a game and return its newest moment. The answer contains it, so no second request is needed. */
const change = (path: string, body: unknown) =>
  ask<View>(path, {
    method: "POST",
    headers: { "content-type": "application/json", prefer: "return=representation" },
    body: JSON.stringify(body),
  });

const game = (id: string) => `/api/games/${encodeURIComponent(id)}`;
const moment = (at: number | null) => (at === null ? "" : `?at=${at}`);

export const titles = () => ask<TitleInfo[]>("/api/titles");
/** Return the API address of a title. The addresses of its board and symbols begin with it. */
export const ofTitle = (title: string) => `/api/titles/${encodeURIComponent(title)}`;
export const ofGame = game;
/** Request the addresses at which other devices can open the server. Empty if only its own machine can. */
export const addresses = async () => (await ask<{ addresses: string[] }>("/api/addresses")).addresses;
const boardPath = (from: string) => `${from}/board`;
export const board = (from: string) => ask<Board>(boardPath(from));
/** Request a small picture of a map as SVG text. */
export const picture = async (from: string) => (await answered(`${from}/map.svg`)).text();
/** Request the bots that can play a seat, the weakest first. */
let listed: Promise<Program[]> | undefined;

/** Return the bots of the server. They change only with a restart, so the page asks once, and again after an error. */
export const programs = () =>
  (listed ??= ask<Program[]>("/api/programs").catch((error: unknown) => {
    listed = undefined;
    throw error;
  }));
export type Shelf = "open" | "mine" | "watched" | "finished" | "away" | "followed";
/** Request a page of a list of games. `after` is the `next` of the page before. */
export const lobby = (shelf: Shelf, after = "", filters: { title?: string; player?: string; text?: string } = {}) =>
  ask<LobbyPage>(`/api/lobby?${new URLSearchParams({ shelf, limit: "100", after, ...filters }).toString()}`);
export type MyState = "waiting" | "others" | "finished" | "followed";
/** Request a page of the person's own games. */
export const myGames = (which: MyState, after = "", filters: { title?: string; text?: string } = {}) =>
  ask<MyGames>(`/api/me/games?${new URLSearchParams({ which, after, ...filters }).toString()}`);
/** Request a player's results. */
export const scores = (player: string) =>
  ask<Scores>(`/api/lobby/scores?${new URLSearchParams({ player }).toString()}`);
/** Request the clock of a table and the deadlines of the players who must act; null if it has no clock. */
export const clock = (id: string) => ask<ClockState | null>(`${game(id)}/clock`);
/** End a pause of the clock. */
export const resume = (id: string) => ask<ClockState | null>(`${game(id)}/resume`, { method: "POST" });
/** Request the number of games that wait for you, and the one that has waited for longest. */
export const waiting = () => ask<{ games: number; first: string | null }>("/api/lobby/next");
/** Request the rematch of a finished game; null if it does not exist or you may not see it. */
export const rematched = async (id: string) => (await ask<{ id: string | null }>(`${game(id)}/rematch`)).id;
/** Start a rematch of a finished game with the same people. */
export const rematch = (id: string) => ask<{ id: string }>(`${game(id)}/rematch`, { method: "POST" });
const viewPath = (id: string, at: number | null) => `${game(id)}?brief=true${at === null ? "" : `&at=${at}`}`;
/** Request a moment. The table itself repeats the request for the newest one, and says so. */
export const view = async (id: string, at: number | null) =>
  at === null ? ((await (await answeredOnce(viewPath(id, at))).json()) as View) : ask<View>(viewPath(id, at));
/** Request the decision of an earlier moment, with its legal choices. */
export const decision = async (id: string, at: number) =>
  (await ask<View>(`${game(id)}?at=${at}`)).decision as Decision | null;
export const moments = (id: string) => ask<Moments>(`${game(id)}/moments`);
/** Return the address of the replay page of a game. That page needs no server. */
export const filmPath = (id: string) => `${game(id)}/replay.html`;
/** Return what keeps a company from a turn at a moment, and what a turn that begins then would offer. */
export const turnAhead = (id: string, corp: string, at: number) =>
  ask<TurnAhead>(`${game(id)}/corporations/${encodeURIComponent(corp)}/turn?at=${at}`);
export const why = (id: string, words: string) => ask<Forbidden[]>(`${game(id)}/why?text=${encodeURIComponent(words)}`);
export const attempt = (id: string, version: number, action: Action) =>
  post<Outlook>(`${game(id)}/try`, { version, action });
/** Preview several actions, of which the player would choose one. */
export const attempts = (id: string, version: number, actions: Action[]) =>
  post<Tried[]>(`${game(id)}/try`, { version, action: actions });
/** Request the action that a bot would choose for the player to act. */
export const hint = (id: string, level: Seat["kind"]) => ask<Advice>(`${game(id)}/hint?level=${level}`);
/** Request the reasons of a bot for an entry; null if none are known. */
export const reason = (id: string, number: number) => ask<Advice | null>(`${game(id)}/reasons/${number}`);
const logPath = (id: string, after: number) => `${game(id)}/log?after=${after}`;
export const log = (id: string, after = 0) => ask<LogEntry[]>(logPath(id, after));
/** Request what the page of a game needs first, while the page itself is loaded. */
export const openAhead = (id: string) =>
  [viewPath(id, null), boardPath(game(id)), logPath(id, 0)].forEach(requestAhead);
export const becomes = (id: string, hex: string, at: number | null) =>
  ask<Becomes>(`${game(id)}/hexes/${encodeURIComponent(hex)}${moment(at)}`);
export const plan = (id: string, corp: string, at: number | null) =>
  ask<Plan>(`${game(id)}/routes/${encodeURIComponent(corp)}${moment(at)}`);
export const lastRun = (id: string, corp: string, at: number | null) =>
  ask<RunsMade>(`${game(id)}/routes/${encodeURIComponent(corp)}/last${moment(at)}`);
/** Request the best runs after each answer, for the corporations that a question concerns. */
export const answers = (id: string, at: number | null) => ask<Earnings[]>(`${game(id)}/answers${moment(at)}`);
export const announcement = (id: string, at: number | null) =>
  ask<Announcement>(`${game(id)}/announcement${moment(at)}`);
export const whatIf = (id: string, corp: string, at: number, hex = "") =>
  ask<WhatIfFacts>(
    `${game(id)}/whatif/${encodeURIComponent(corp)}?at=${at}${hex && `&hex=${encodeURIComponent(hex)}`}`,
  );
/** Request the best runs of a corporation after one of its lays or tokens. */
export const runsAfter = (id: string, corp: string, at: number, choice: number) =>
  ask<Plan>(`${game(id)}/whatif/${encodeURIComponent(corp)}/runs?at=${at}&choice=${choice}`);
/** Request the review of a finished game so far; null if no review was started. */
export const review = (id: string) => ask<Review | null>(`${game(id)}/review`);
export const beginReview = (id: string) => post<Review>(`${game(id)}/review`, {});
export const figures = (id: string) => ask<Figure[]>(`${game(id)}/figures`);
/** Request only the tiles and tokens of a game, for a small picture. */
/** Request the outcome of the formation. `supposed` assumes that some corporations join and that others do not. */
export const formation = (id: string, at: number, supposed: Supposed = {}) => {
  const asked = Object.entries(supposed).map(([corp, joins]) => [joins ? "joins" : "stays", corp]);
  return ask<Formation>(`${game(id)}/formation?${new URLSearchParams([["at", String(at)], ...asked]).toString()}`);
};
/** Request the changes of a game since a version, or without one since your last visit. */
export const since = (id: string, from: number | null) =>
  ask<Digest>(`${game(id)}/since${from === null ? "" : `?from=${from}`}`);
/** Report the newest version of a game that you have seen. */
export const reportVisit = (id: string, version: number) => post(`${game(id)}/seen`, { version });
export const sheet = (id: string) => ask<SheetRow[]>(`${game(id)}/sheet`);
export const rulesOf = (title: string) => ask<RuleText[]>(`${ofTitle(title)}/rules`);
export const questions = () => ask<Question[]>("/api/questions");
/** Return a position at which a rule refuses an action. */
export const ruleExample = (rule: string) => ask<RuleExample>(`/api/rules/${encodeURIComponent(rule)}/example`);
export const glossary = () => ask<GlossarySection[]>("/api/glossary");
export const rule = (id: string, name: string) => ask<RuleText>(`${game(id)}/rules/${encodeURIComponent(name)}`);

export interface NewGame {
  title: string;
  seats: SeatWish[];
  rules?: string;
  runs?: string;
  variants?: string[];
  seating?: string;
  /** True if lays and tokens also show their effect on the runs of other corporations. */
  others_shown?: boolean;
  reasons?: boolean | null;
  hints?: boolean | null;
  /** True if the server passes for people who can only pass. */
  auto_pass?: boolean;
  /** True for a private table, on a server with accounts. */
  private?: boolean;
  /** The clock of the table, on a server with accounts. */
  clock?: ClockSettings;
  seed?: number;
  /** The text of the players' own board file. */
  board?: string;
}
export const begin = (wishes: NewGame) => post<{ id: string; note?: string }>("/api/games", wishes);
/** Act in a game. `automatic`: a setting of the player chose the action. */
export const act = (id: string, version: number, action: Action, automatic = false) =>
  change(`${game(id)}/actions`, { version, action, automatic });
/** Give a seat to a bot, or back to a person. */
export const sit = (id: string, version: number, seat: string, kind: Seat["kind"]) =>
  change(`${game(id)}/seats`, { version, seat, kind });
export const undo = (id: string, version: number, to?: number) =>
  change(`${game(id)}/undo`, to === undefined ? { version } : { version, to });
export const redo = (id: string, version: number, branch?: number) =>
  change(`${game(id)}/redo`, branch === undefined ? { version } : { version, branch });
export const branch = (id: string, at: number) => post<{ id: string }>(`${game(id)}/branch`, { at });
export const putAway = (id: string, away: boolean) => post<{ away: boolean }>(`${game(id)}/put-away`, { away });
export const complete = (id: string, corp: string, train: string, stops: string[], others: RouteInfo[], only = false) =>
  post<RouteInfo>(`${game(id)}/routes/${encodeURIComponent(corp)}/complete`, {
    train,
    stops,
    beside: others.map(({ train, path }) => ({ train, path })),
    only,
  });
export const judge = (id: string, corp: string, runs: RouteInfo[]) =>
  post<Judged>(`${game(id)}/routes/${encodeURIComponent(corp)}/check`, {
    runs: runs.map(({ train, path }) => ({ train, path })),
  });
export const importFile = (file: Blob) =>
  ask<{ id: string; note?: string }>("/api/import", {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: file,
  });
export const exportPath = (id: string, format: string) => `${game(id)}/export?format=${encodeURIComponent(format)}`;
export const exported = (id: string, format: string) => ask<unknown>(exportPath(id, format));
export const sheetPath = (id: string) => `${game(id)}/sheet.csv`;
export const eventsPath = (id: string, after: number) => `${game(id)}/events?after=${after}`;

type Schemas = components["schemas"];
export const put = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
/** Request the latest messages at a table, or those before a message. */
export const talk = (id: string, before?: number) =>
  ask<Schemas["Talk"]>(`${game(id)}/talk${before === undefined ? "" : `?before=${before}`}`);
export const say = (id: string, text: string) => post<{ number: number }>(`${game(id)}/talk`, { text });
export const read = (id: string, number: number) => answered(`${game(id)}/talk/read`, put("POST", { number }));
export const note = (id: string) => ask<Schemas["Noted"]>(`${game(id)}/note`);
/** Save a note. The browser sends a short one even if the page closes; longer ones may not outlive their page. */
export const keepNote = (id: string, text: string) =>
  answered(`${game(id)}/note`, { ...put("PUT", { text }), keepalive: text.length < 10_000 });
/** Ask the other players for consent to undo their moves, to end the game, or to give a seat to a bot. */
export const move = (id: string, body: Schemas["Move"]) => post<Schemas["MotionFacts"][]>(`${game(id)}/motions`, body);
export const answer = (id: string, kind: Schemas["Move"]["kind"], yes: boolean) =>
  post<Schemas["MotionFacts"][]>(`${game(id)}/motions/answer`, { kind, yes });
