let current = "en";

/** Set the language of numbers and dates. */
export function setLocale(language: string) {
  current = language;
}

/** Return the language of numbers and dates, for `Intl` and `toLocaleString`. */
export const locale = () => current;

/** Marks a string of a script as a message of the catalogues. The build replaces it by the message of the language. */
export const text = (message: string) => message;

/** The index of the form for a number. The build passes the rule of the language. */
type Rule = (n: number) => number;

/** Return the form for a number; `#` in it is the number. The forms are those of English: one, and others. */
export const plural = (n: number, forms: string[], rule: Rule = (n) => (n === 1 ? 0 : 1)) =>
  forms[rule(n)]!.replace("#", n.toLocaleString(current));
