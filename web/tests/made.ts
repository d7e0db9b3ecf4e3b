/** Parts of what the server sends, with only what a test looks at. */
import type { ActionKind, Board, Choice, Decision, Group, LogEntry, View } from "../src/api/types";

export const choice = (some: Partial<Choice>): Choice => ({
  id: 0,
  text: "",
  label: "",
  price: null,
  player: "Ann",
  action: null,
  amounts: null,
  open: false,
  place: null,
  corp: null,
  cash: [],
  effect: "",
  about: "",
  source: "",
  seller: "",
  percent: null,
  president: false,
  private: "",
  train: "",
  amount: null,
  headline: "",
  ...some,
});

export const lay = (id: number, tile: string, rotation: number, power?: string) =>
  choice({
    id,
    action: { kind: "lay_tile", player: "Ann", ...(power ? { power } : {}) },
    place: { hex: "D17", tile, rotation, tokens: [] },
  });

export const entry = (some: Partial<LogEntry>): LogEntry => ({
  number: 1,
  kind: "action",
  action: "pass",
  seat: "Ann",
  headline: "",
  because: "",
  then: "",
  corp: null,
  round: "Stock round 1",
  at: "2024-01-01T00:00:00.000Z",
  lines: [],
  events: [],
  passed: false,
  to: null,
  first: null,
  weight: 0,
  round_key: { kind: "stock", number: 1, index: 0 },
  ...some,
});

export const group = (kind: ActionKind, heading = ""): Group => ({ kind, heading, choices: [] });

export const decision = (some: Partial<Decision>): Decision => ({
  seats: ["Ann"],
  text: "",
  corp: null,
  about: null,
  warnings: [],
  groups: [],
  forbidden: [],
  steps: [],
  ...some,
});

/** What a test has left out is not there: a test that needs it fails. */
export const view = (some: object) => some as View;
export const board = (some: object) => some as Board;
