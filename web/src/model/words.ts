import { locale, text } from "../language/messages";
import { allOf, inside } from "./joined";
import { dollars, signed } from "./money";
import type { Amount, Choice, Decision, Group, Player, View } from "../api/types";

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Return the meaning of the worth of a player. */
export const worthMeans = () => "Worth: what a player would score if the game ended now";

/** Return the parts of a player's worth as text. */
export const worthOf = ({ name, worth, worth_items: items }: Player) =>
  text(
    `${name} is worth ${dollars(worth)}: ${items.map(({ what, amount }) => `${what} ${dollars(amount)}`).join("; ")}`,
  );

/** The label of a button: the action and, if known, its cost. */
export interface Offer {
  says: string;
  link: string;
  sum: string;
}

export function offer({ label, price, amounts }: Choice): Offer {
  const says = capital(label);
  if (price === null) return { says, link: "", sum: "" };
  if (amounts) return { says, link: ", ", sum: text(`from ${dollars(price)}`) };
  const sum = dollars(price);
  return { says, link: between(text(`${says} for ${sum}`), says, sum), sum };
}

/** Return the words between the first and the last words of a message; a comma if it begins or ends with others. */
function between(message: string, first: string, last: string): string {
  const ends = message.startsWith(first) && message.endsWith(last);
  return ends ? message.slice(first.length, message.length - last.length) : ", ";
}

/** Return a choice in one phrase, with the selected amount. */
export function offerOf(choice: Choice, amount: number | null): string {
  const { says, sum } = partsOf(choice, amount);
  return says + sum;
}

/** Return the phrase of a choice in two parts. The second has the amount, which a long phrase must not cut off. */
export function partsOf(choice: Choice, amount: number | null): { says: string; sum: string } {
  const { says, link, sum } = offer(choice);
  const { amounts } = choice;
  if (!amounts || amount === null) return { says, sum: link + sum };
  const money = ["amount", "price"].includes(amounts.field);
  return { says, sum: `: ${money ? dollars(amount) : amount}` };
}

/** Return changes of cash as text, such as Ann −$20. */
export const changes = (cash: Amount[]) =>
  cash.map(({ what, amount }) => `${what} ${amount ? signed(amount) : dollars(amount)}`);

/**
 * Return the effects of a choice without its price, which is already shown: first the things that it creates or closes,
 * then amounts.
 */
export function effect({ cash, effect: more, price, headline }: Choice): string {
  const others = cash.filter(({ amount }) => price === null || amount !== -price);
  return [headline, ...changes(others), more].filter(Boolean).join("; ");
}

/** End a text with a full stop. A text that has one, such as a company's name, gets no second one. */
export const sentence = (words: string) => (words.endsWith(".") ? words : `${words}.`);

/** Return the players to act and their decision. The round is at the top of the page. */
export function question(decision: Decision): string {
  const { seats, text: asked, corp, groups } = decision;
  const who = allOf(seats.toSorted());
  if (!corp) return `${who}: ${asked}`;
  // The first group names the step, because steps without choices are skipped.
  const first = groups[0];
  if (!first || first.kind === "pass") return turnOf(who, corp, asked);
  // A heading that names only an offer reads like an order.
  const free = OFFERED.includes(first.kind) && groups.some(({ kind }) => kind === "pass");
  return free ? text(`${who}: ${corp}'s turn: ${inside(first.heading)}, or pass`) : turnAt(who, corp, first.heading);
}

/** Kinds of choices that belong to no step of a turn. */
const OFFERED = ["take_loan", "redeem_loans", "buy_private", "buy_right"];

const turnOf = (who: string, corp: string, step: string) => text(`${who}: ${corp}'s turn, ${step}`);
function turnAt(who: string, corp: string, heading: string): string {
  return text(`${who}: ${corp}'s turn: ${inside(heading)}`);
}

/** Return true if a pass only ends a turn after actions and gives up nothing. */
export const isDone = (decision: Decision, { kind }: Group) =>
  kind === "pass" && !decision.corp && !decision.groups.some((group) => ANNOUNCING.includes(group.kind));

const ANNOUNCING = ["announce", "ask_no_more"];

/** Return the place of a phase in the order, such as 3rd. Languages with one form use that of 4th. */
function ordinal(number: number): string {
  const form = new Intl.PluralRules(locale(), { type: "ordinal" }).select(number);
  if (form === "one") return text(`${number}st`);
  if (form === "two") return text(`${number}nd`);
  return form === "few" ? text(`${number}rd`) : text(`${number}th`);
}

/**
 * Return the actions of one kind that become possible: their number, or the names of the companies if any of them
 * differs from `mine`.
 */
export function ofOthers(
  { text: what, corps, count }: { text: string; corps: string[]; count: number },
  mine: string | null,
) {
  if (count === 1) return what;
  return corps.some((id) => id !== mine) ? `${what}: ${corps.join(", ")}` : `${what} (${count})`;
}

/** Return a phase by its name, its number and the train that started it. */
export function phase({ phase: now }: View): { name: string; also: string } {
  const parts = [
    now.train ? text(`${now.train}-train`) : "",
    now.name === String(now.number + 1) ? "" : ordinal(now.number + 1),
  ];
  return { name: `Phase ${now.name}`, also: parts.filter(Boolean).join(", ") };
}
