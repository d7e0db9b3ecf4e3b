import { loadLocale } from "wuchale/load-utils";
import { locales } from "../../locales/data.js";
import "../../locales/page.loader";
import "../../locales/scripts.loader";
import { setLocale } from "./messages";
import { PSEUDO, SOURCE } from "./pseudo";

/** The cookie with the chosen language. The server reads it, too. */
const COOKIE = "language";
const YEAR = 31_536_000;

/** The languages that have a catalogue, English first. */
export const LANGUAGES: readonly string[] = locales;

/** Return the name of a language in this language, such as Deutsch. */
export const nameOf = (language: string) => new Intl.DisplayNames([language], { type: "language" }).of(language);

/** Return the chosen language, else the first one of the browser that has a catalogue, else English. */
export function languageOf(cookies: string, browser: readonly string[]): string {
  const chosen = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(cookies)?.[1];
  if (chosen === PSEUDO) return chosen;
  const wanted = [...(chosen ? [chosen] : []), ...browser].map((tag) => tag.split("-")[0]!.toLowerCase());
  return wanted.find((tag) => LANGUAGES.includes(tag)) ?? SOURCE;
}

/** Load the messages of the language of this browser. */
export async function loadLanguage() {
  const language = languageOf(document.cookie, navigator.languages);
  document.documentElement.lang = language;
  setLocale(language);
  const loaded = loadLocale(language);
  // The first format takes 10 ms. The page can make it now, because it waits for the messages.
  new Intl.NumberFormat(language);
  await loaded;
}

/** Choose a language, and load the page again in it. */
export function chooseLanguage(language: string) {
  document.cookie = `${COOKIE}=${language}; path=/; max-age=${YEAR}; samesite=lax`;
  location.reload();
}
