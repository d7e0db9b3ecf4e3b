/** The blanks in the sentences of auto-actions, for the form in which a player fills them in. */
import { text } from "../language/messages";
import type { AutoAction } from "../api/autoActions";

/** A blank: a number, a switch, or one of several words. An empty number means none. */
export type Blank =
  | { field: string; label: string; kind: "number"; unit: "$" | "%"; optional: boolean }
  | { field: string; label: string; kind: "switch" }
  | {
      field: string;
      label: string;
      kind: "choice";
      options: readonly (readonly [value: string | boolean, text: string])[];
    };

const number = (field: string, label: string, unit: "$" | "%" = "$", optional = false): Blank => ({
  field,
  label,
  kind: "number",
  unit,
  optional,
});
const guard = (field: string, label: string): Blank => ({ field, label, kind: "switch" });

/** Return the blanks of a kind of auto-action. */
function blanksOf(kind: AutoAction["kind"]): Blank[] {
  const guards = () => [
    guard("buys", "Stop if another player buys or bids"),
    guard("sells", "Stop if another player sells"),
    guard("starts", "Stop if another player starts a corporation"),
  ];
  switch (kind) {
    case "pass":
      return guards();
    case "buy":
      return [
        number("percent", "Until I own", "%"),
        number("limit", "Highest price of a share", "$", true),
        ...guards(),
      ];
    case "bid":
      return [
        number("limit", "Up to"),
        {
          field: "outbid",
          label: "If the lowest bid is above that",
          kind: "choice",
          options: [
            ["pass", text("pass")],
            ["stop", text("stop and tell me")],
          ],
        },
      ];
    case "operate":
      return [
        {
          field: "payout",
          label: text("Dividend"),
          kind: "choice",
          options: [
            ["pay", text("pay out")],
            ["half", text("half-pay")],
            ["withhold", text("withhold")],
          ],
        },
        number("minimum", "Stop if it earns less than", "$", true),
        guard("rust", "Stop if one of its trains rusts"),
        guard("track", "Stop if another player changes its network"),
      ];
    case "answer":
      return [
        {
          field: "accept",
          label: text("Answer"),
          kind: "choice",
          options: [
            [true, text("accept")],
            [false, text("decline")],
          ],
        },
        number("price", "Price: accept from, or decline below", "$", true),
      ];
  }
}

/** Return the blanks of an auto-action. Requests without a price have fewer. */
export function blanks(auto: AutoAction): readonly Blank[] {
  const all = blanksOf(auto.kind);
  if (auto.kind !== "answer") return all;
  if (auto.offer === "runs") return [];
  return auto.offer === "power" ? all.filter(({ field }) => field !== "price") : all;
}

/** Return the auto-action with another value in one blank. */
export function filled(auto: AutoAction, field: string, value: unknown): AutoAction {
  return { ...auto, [field]: value } as AutoAction;
}

/** Return the value of a blank. */
export const valueOf = (auto: AutoAction, field: string): unknown =>
  (auto as unknown as Record<string, unknown>)[field];

/** Return the headings of all kinds, in order. */
const headings = (): Record<AutoAction["kind"], string> => ({
  pass: text("Pass"),
  buy: "Buy shares, then pass",
  bid: "Bid up to a limit",
  operate: "Operate as before",
  answer: "Answer offers",
});

/** Return the offers by kind, each kind with its heading. `index` is the place among all offers. */
export function grouped<Offer extends { auto_action: AutoAction }>(
  offers: readonly Offer[],
): { heading: string; offers: { index: number; offer: Offer }[] }[] {
  return Object.entries(headings())
    .map(([kind, heading]) => ({
      heading,
      offers: offers.map((offer, index) => ({ index, offer })).filter(({ offer }) => offer.auto_action.kind === kind),
    }))
    .filter(({ offers: found }) => found.length > 0);
}
