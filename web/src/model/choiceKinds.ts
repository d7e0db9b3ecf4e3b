import type { ActionKind } from "../api/types";

/** The colour and shape that kinds of choices share on the page. */
export type Tone = "track" | "token" | "run" | "pay" | "train" | "buy" | "sell" | "money" | "other";

interface Look {
  tone: Tone;
  /** The name in one word, for the rail of steps. */
  short: string;
  /** The key that shows the step. */
  key?: string;
}

const LOOKS: Partial<Record<ActionKind, Look>> = {
  lay_tile: { tone: "track", short: "Track", key: "t" },
  place_token: { tone: "token", short: "Token", key: "k" },
  place_private_token: { tone: "token", short: "Private token" },
  remove_token: { tone: "token", short: "Tokens" },
  activate_ferry: { tone: "track", short: "Ferry" },
  assign_power: { tone: "token", short: "Power" },
  run: { tone: "run", short: "Run", key: "g" },
  announce: { tone: "run", short: "Announce", key: "g" },
  declare_revenue: { tone: "run", short: "Earn", key: "g" },
  dividend: { tone: "pay", short: "Dividend", key: "d" },
  buy_train: { tone: "train", short: "Trains", key: "b" },
  borrow_train: { tone: "train", short: "Borrow" },
  discard_train: { tone: "train", short: "Discard", key: "b" },
  take_loan: { tone: "money", short: "Loan", key: "o" },
  redeem_loans: { tone: "money", short: "Redeem" },
  issue_shares: { tone: "money", short: "Issue" },
  redeem_shares: { tone: "money", short: "Buy back" },
  buy_bond: { tone: "buy", short: "Bonds" },
  sell_bonds: { tone: "sell", short: "Sell bonds" },
  redeem_bonds: { tone: "money", short: "Redeem" },
  settle_debt: { tone: "money", short: "Debts" },
  buy_private: { tone: "buy", short: "Privates", key: "V" },
  buy_right: { tone: "buy", short: "Rights" },
  buy_offered: { tone: "buy", short: "Buy" },
  bid: { tone: "buy", short: "Bid" },
  start: { tone: "buy", short: "Start" },
  buy_share: { tone: "buy", short: "Buy" },
  sell_shares: { tone: "sell", short: "Sell" },
  answer: { tone: "other", short: "Answer" },
  ask_no_more: { tone: "other", short: "Never" },
  bankrupt: { tone: "sell", short: "Bankrupt" },
  end_game: { tone: "other", short: "End" },
  credit_destination: { tone: "run", short: "Arrived" },
};

/** The keys that show a step. */
export const STEP_KEYS: string[] = Object.values(LOOKS).flatMap(({ key }) => key ?? []);
const OTHER: Look = { tone: "other", short: "" };
export const lookOf = (kind: ActionKind): Look => LOOKS[kind] ?? OTHER;

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
