import type { Action, ActionKind, View } from "../api/types";

/** The things that a correction can set, in the order of the form. */
export const THINGS = ["cash", "shares", "president", "private", "tile", "token", "train", "price"] as const;
export type Thing = (typeof THINGS)[number];

/** The fields of the form. A correction uses those of its thing. */
export interface Wish {
  thing: Thing;
  /** The author: a player, or empty for a moderator. */
  player: string;
  reason: string;
  /** A player or a corporation. */
  owner: string;
  amount: number;
  corp: string;
  source: string;
  target: string;
  count: number;
  president: string;
  private: string;
  hex: string;
  /** The name of a tile; empty for none. */
  tile: string;
  rotation: number;
  stop: number;
  placed: boolean;
  /** A type of train. */
  type: string;
  /** A box of the chart: row and column, with a comma between them. */
  box: string;
}

/** The fields of each correction, apart from its author and its reason. */
const FIELDS: Record<Exclude<Thing, "price">, readonly (keyof Wish)[]> = {
  cash: ["owner", "amount"],
  shares: ["corp", "source", "target", "count"],
  president: ["corp", "president"],
  private: ["private", "owner"],
  tile: ["hex", "tile", "rotation"],
  token: ["corp", "hex", "stop", "placed"],
  train: ["type", "source", "target"],
};

/** Return the correction that the form describes. */
export function correctionOf(wish: Wish): Action {
  const kind = `correct_${wish.thing}` as ActionKind;
  const head = { kind, player: wish.player, reason: wish.reason.trim() };
  if (wish.thing === "price") {
    const [row, column] = wish.box.split(",").map(Number);
    return { ...head, corp: wish.corp, row, column };
  }
  const fields = FIELDS[wish.thing].map((name) => [name, wish[name]]);
  const action: Action = { ...head, ...Object.fromEntries(fields) };
  if ("hex" in action) action.hex = wish.hex.trim().toUpperCase();
  // A hex without a tile has no rotation.
  if (wish.thing === "tile" && !wish.tile) action.rotation = 0;
  return action;
}

/** Return the corporations that a correction can change: those in play. */
export const inPlay = ({ corporations }: Pick<View, "corporations">) =>
  corporations.filter(({ status }) => status === "started" || status === "floated").map(({ id }) => id);
