import { locale, text } from "../language/messages";

/** Join names: A, B and C. */
export const allOf = (names: readonly string[]) => joined(names, "conjunction");

/** Join alternatives: A, B or C. */
export const anyOf = (names: readonly string[]) => joined(names, "disjunction");

function joined(names: readonly string[], type: "conjunction" | "disjunction"): string {
  // British English has no comma before "and".
  const language = locale().startsWith("en") ? "en-GB" : locale();
  return new Intl.ListFormat(language, { type }).format(names);
}

/** Return a heading as part of a sentence. In other languages, nouns may have capital letters. */
export const inside = (heading: string) => (locale().startsWith("en") ? heading.toLowerCase() : heading);

/** Return the name of a place of shares that is no player, or the name of the player. */
export const placeName = (place: string): string =>
  ({ offering: "IPO", pool: text("pool"), treasury: text("treasury") })[place] ?? place;
