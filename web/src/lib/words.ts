import type { Choice, View } from "./types";
import { dollars } from "./money";

/** A sentence of the server with its dollars as they are read: $10,560, −$50. */
export const said = (text: string) =>
  text.replace(/(?<![\w$])-?\$-?\d+/g, (found) => dollars(Number(found.replace("$", ""))));

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a button says: what is done and, where the words end in it, what it costs. */
export interface Offer {
  says: string;
  link: string;
  sum: string;
}

export function offer(choice: Choice): Offer {
  const found = /^(.*?)( for |: )(\$[\d,]+(?: to \$[\d,]+)?)$/.exec(choice.text);
  if (!found) return { says: said(capital(choice.text)), link: "", sum: "" };
  const [low, high] = found[3]!.split(" to ");
  return { says: said(capital(found[1]!)), link: high ? ", " : found[2]!, sum: said(high ? `from ${low}` : low!) };
}

/** What a choice changes besides its price, which is said already. Nothing is said twice. */
export function effect({ text, effect: told }: Choice): string {
  const price = / for (\$[\d,]+)$/.exec(said(text))?.[1];
  const parts = said(told).split("; ");
  const gains = new Set(
    parts.map((part) => part.replace(" +$", " receives $")).filter((part) => !parts.includes(part)),
  );
  return parts.filter((part) => !gains.has(part) && !(price && part.endsWith(` −${price}`))).join("; ");
}

/** Who has to decide what: the moment without its round, which stands at the top of the page. */
export function question(view: View): string {
  const round = `${view.round.text}. `;
  const text = view.moment.startsWith(round) ? view.moment.slice(round.length) : view.moment;
  const plain = text.replace(/\.$/, "");
  // A step in which nothing can be done is passed over: what comes first is what can be.
  const turn = /^(.*'s turn), /.exec(plain);
  const first = view.decision?.groups[0];
  return said(turn && first && first.kind !== "pass" ? `${turn[1]}: ${first.heading.toLowerCase()}` : plain);
}

const ORDER = new Intl.PluralRules("en", { type: "ordinal" });
const ENDINGS: Record<string, string> = { one: "st", two: "nd", few: "rd", other: "th" };
const ordinal = (number: number) => `${number}${ENDINGS[ORDER.select(number)]}`;

/** A phase by its number and by the train that began it. */
export function phase({ phase: now }: View): { name: string; also: string } {
  const parts = [
    now.train ? `${now.train}-train` : "",
    now.name === String(now.number + 1) ? "" : ordinal(now.number + 1),
  ];
  return { name: `Phase ${now.name}`, also: parts.filter(Boolean).join(", ") };
}
