/** Parts of what the server sends, with only what a test looks at. */
import type { Board, Choice, LogEntry, View } from "../src/lib/types";

export const choice = (some: Partial<Choice>): Choice => ({
  id: 0,
  text: "",
  player: "Ann",
  action: null,
  amounts: null,
  open: false,
  place: null,
  corp: null,
  effect: "",
  about: "",
  ...some,
});

export const lay = (id: number, tile: string, rotation: number, power?: string) =>
  choice({
    id,
    action: { kind: "lay_tile", player: "Ann", ...(power ? { power } : {}) },
    place: { hex: "D17", tile, rotation, markers: [] },
  });

export const entry = (some: Partial<LogEntry>): LogEntry => ({
  number: 1,
  kind: "action",
  action: "pass",
  seat: "Ann",
  corp: null,
  round: "Stock round 1",
  at: "2024-01-01T00:00:00.000Z",
  lines: [],
  ...some,
});

/** What a test has left out is not there: a test that needs it fails. */
export const view = (some: object) => some as View;
export const board = (some: object) => some as Board;
