import { dollars } from "./money";
import type { Amount, Choice, Decision, Group, Player, View } from "../api/types";

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const WORTH = "Worth: what a player would score if the game ended now";

/** Return the parts of a player's worth as text. */
export const worthOf = ({ name, worth, worth_items: items }: Player) =>
  `${name} is worth ${dollars(worth)}: ${items.map(({ what, amount }) => `${what} ${dollars(amount)}`).join("; ")}`;

/** The label of a button: the action and, if known, its cost. */
export interface Offer {
  says: string;
  link: string;
  sum: string;
}

export function offer({ label, price, amounts }: Choice): Offer {
  const says = capital(label);
  if (price === null) return { says, link: "", sum: "" };
  return amounts ? { says, link: ", ", sum: `from ${dollars(price)}` } : { says, link: " for ", sum: dollars(price) };
}

/** Return a choice in one phrase, with the selected amount. */
export function offerOf(choice: Choice, amount: number | null): string {
  const { says, link, sum } = offer(choice);
  const { amounts } = choice;
  if (!amounts || amount === null) return says + link + sum;
  const money = ["amount", "price"].includes(amounts.field);
  return `${says}: ${money ? dollars(amount) : amount}`;
}

/** Return changes of cash as text, such as Ann −$20. */
export const changes = (cash: Amount[]) =>
  cash.map(({ what, amount }) => `${what} ${amount > 0 ? "+" : ""}${dollars(amount)}`);

/**
 * Return the effects of a choice without its price, which is already shown: first the things that it creates or closes,
 * then amounts.
 */
export function effect({ cash, effect: more, price, headline }: Choice): string {
  const others = cash.filter(({ amount }) => price === null || amount !== -price);
  return [headline, ...changes(others), more].filter(Boolean).join("; ");
}

/** Join names: A, B and C. */
export function together(names: readonly string[]): string {
  return names.length < 3 ? names.join(" and ") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** End a text with a full stop. A text that has one, such as a company's name, gets no second one. */
export const sentence = (text: string) => (text.endsWith(".") ? text : `${text}.`);

/** Return the players to act and their decision. The round is at the top of the page. */
export function question(decision: Decision): string {
  const { seats, text, corp, groups } = decision;
  const who = seats.toSorted().join(" and ");
  if (!corp) return `${who}: ${text}`;
  // The first group names the step, because steps without choices are skipped.
  const first = groups[0];
  const turn = `${who}: ${corp}'s turn`;
  return first && first.kind !== "pass" ? `${turn}: ${first.heading.toLowerCase()}` : `${turn}, ${text}`;
}

/** Return true if a pass only ends a turn after actions and gives up nothing. */
export const isDone = (decision: Decision, { kind }: Group) =>
  kind === "pass" && !decision.corp && !decision.groups.some((group) => ANNOUNCING.includes(group.kind));

const ANNOUNCING = ["announce", "ask_no_more"];

const ORDER = new Intl.PluralRules("en", { type: "ordinal" });
const ENDINGS: Record<string, string> = { one: "st", two: "nd", few: "rd", other: "th" };
const ordinal = (number: number) => `${number}${ENDINGS[ORDER.select(number)]}`;

/**
 * Return the actions of one kind that become possible: their number, or the names of the companies if any of them
 * differs from `mine`.
 */
export function ofOthers(
  { text, corps, count }: { text: string; corps: string[]; count: number },
  mine: string | null,
) {
  if (count === 1) return text;
  return corps.some((id) => id !== mine) ? `${text}: ${corps.join(", ")}` : `${text} (${count})`;
}

/** Return a phase by its name, its number and the train that started it. */
export function phase({ phase: now }: View): { name: string; also: string } {
  const parts = [
    now.train ? `${now.train}-train` : "",
    now.name === String(now.number + 1) ? "" : ordinal(now.number + 1),
  ];
  return { name: `Phase ${now.name}`, also: parts.filter(Boolean).join(", ") };
}
