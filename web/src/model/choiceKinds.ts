import { text } from "../language/messages";
import type { ActionKind } from "../api/types";

/** The colour and shape that kinds of choices share on the page. */
export type Tone = "track" | "token" | "run" | "pay" | "train" | "buy" | "sell" | "money" | "other";

interface Kind {
  tone: Tone;
  /** Returns the name in one word, for the rail of steps. */
  short: () => string;
  /** The key that shows the step. */
  key?: string;
}
/** The look of a kind of choices. Its name is in the language of the reader. */
type Look = Omit<Kind, "short"> & { short: string };

/* @wc-context: kind of action */
const LOOKS: Partial<Record<ActionKind, Kind>> = {
  lay_tile: { tone: "track", short: () => text("Track"), key: "t" },
  place_token: { tone: "token", short: () => text("Token"), key: "k" },
  place_private_token: { tone: "token", short: () => text("Private token") },
  remove_token: { tone: "token", short: () => text("Tokens") },
  activate_ferry: { tone: "track", short: () => text("Ferry") },
  assign_power: { tone: "token", short: () => text("Power") },
  run: { tone: "run", short: () => text("Run"), key: "g" },
  announce: { tone: "run", short: () => text("Announce"), key: "g" },
  declare_revenue: { tone: "run", short: () => text("Earn"), key: "g" },
  dividend: { tone: "pay", short: () => text("Dividend"), key: "d" },
  buy_train: { tone: "train", short: () => text("Trains"), key: "b" },
  borrow_train: { tone: "train", short: () => text("Borrow") },
  discard_train: { tone: "train", short: () => text("Discard"), key: "b" },
  take_loan: { tone: "money", short: () => text("Loan"), key: "o" },
  redeem_loans: { tone: "money", short: () => text("Redeem") },
  issue_shares: { tone: "money", short: () => text("Issue") },
  redeem_shares: { tone: "money", short: () => text("Buy back") },
  buy_bond: { tone: "buy", short: () => text("Bonds") },
  sell_bonds: { tone: "sell", short: () => text("Sell bonds") },
  redeem_bonds: { tone: "money", short: () => text("Redeem") },
  settle_debt: { tone: "money", short: () => text("Debts") },
  buy_private: { tone: "buy", short: () => text("Privates"), key: "V" },
  buy_right: { tone: "buy", short: () => text("Rights") },
  buy_offered: { tone: "buy", short: () => text("Buy") },
  bid: { tone: "buy", short: () => text("Bid") },
  start: { tone: "buy", short: () => text("Start") },
  buy_share: { tone: "buy", short: () => text("Buy") },
  sell_shares: { tone: "sell", short: () => text("Sell") },
  answer: { tone: "other", short: () => text("Answer") },
  ask_no_more: { tone: "other", short: () => text("Never") },
  bankrupt: { tone: "sell", short: () => text("Bankrupt") },
  end_game: { tone: "other", short: () => text("End") },
  credit_destination: { tone: "run", short: () => text("Arrived") },
};

/** The keys that show a step. */
export const STEP_KEYS: string[] = Object.values(LOOKS).flatMap(({ key }) => key ?? []);
const OTHER: Look = { tone: "other", short: "" };
export function lookOf(kind: ActionKind): Look {
  const found = LOOKS[kind];
  return found ? { ...found, short: found.short() } : OTHER;
}

const STEPS: Record<string, Tone> = {
  track: "track",
  token: "token",
  run: "run",
  dividend: "pay",
  trains: "train",
  loans: "money",
  bonds: "money",
  shares: "money",
  sell: "sell",
  buy: "buy",
  privates: "buy",
};
/** Return the colour and shape of a step that has no choices now. */
export const toneOfStep = (id: string): Tone => STEPS[id] ?? "other";

/** The kinds of choices that end a step without an action. They are next to Confirm. */
export const PASSES: ActionKind[] = ["pass", "end_turn"];
