import { text } from "../language/messages";
import type { GlossarySection, Word } from "../api/types";

/** A word of the glossary in a text, with its place there. */
export interface Found {
  word: Word;
  start: number;
  end: number;
}

/** Finds the words of the glossary in texts. */
export interface Finder {
  find(content: string): readonly Found[];
}

/** Return the forms of a word that are explained in texts. */
const formsOf = ({ words, forms }: Word) => forms ?? words.flatMap((word) => [word, `${word}s`]);

const escaped = (form: string) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** Return whether a text has all capitals of a form. A small letter of the form may be a capital in the text. */
const hasCapitals = (text: string, form: string) =>
  [...form].every((letter, at) => letter === letter.toLowerCase() || letter === [...text][at]);
const NONE: readonly Found[] = [];

/**
 * Return a finder of the words. Of two forms at one place, the longer one counts. A capital of a form must be a capital in
 * the text: IPO is not found in "ipo", and the German noun Halt is not found in "halt". Many texts of a page are alike, so
 * the answers are kept.
 */
export function finderOf(sections: readonly GlossarySection[]): Finder {
  const known = new Map<string, { form: string; word: Word }>();
  for (const word of sections.flatMap(({ entries }) => entries))
    for (const form of formsOf(word)) known.set(form.toLowerCase(), { form, word });
  const forms = [...known.keys()].sort((one, other) => other.length - one.length).map(escaped);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join("|")})(?![\\p{L}\\p{N}])`, "giu");
  const kept = new Map<string, readonly Found[]>();
  const MOST = 5000;

  function find(content: string): readonly Found[] {
    if (!known.size) return NONE;
    const before = kept.get(content);
    if (before) return before;
    const found = [...content.matchAll(pattern)].flatMap(({ 0: part, index }) => {
      const { form, word } = known.get(part.toLowerCase()) ?? {};
      return form && word && hasCapitals(part, form) ? [{ word, start: index, end: index + part.length }] : [];
    });
    if (kept.size > MOST) kept.clear();
    kept.set(content, found.length ? found : NONE);
    return found;
  }
  return { find };
}

/** A round as the page names it: SR 3. A percentage belongs to a company: SR 10%. */
const NUMBERED = /^ \d+(?![\d%])/;

/**
 * Return a finder for a game with these companies. An abbreviation of the glossary that is also the id of a company, such as
 * SR in 1851, is found only before the number of a round. CGR and CONRAIL are words of the glossary themselves.
 */
export function finderInGame(finder: Finder, companies: readonly string[]): Finder {
  const ids = new Set(companies);
  const isCompany = (content: string, { word, start, end }: Found) => {
    const part = content.slice(start, end);
    return ids.has(part) && !word.words.includes(part) && !NUMBERED.test(content.slice(end));
  };
  return { find: (content) => finder.find(content).filter((found) => !isCompany(content, found)) };
}

/** Return a word as the glossary names it: "issue, redeem". */
/* @wc-context: word of the glossary */
export const nameOf = ({ words, of }: Word) => (of ? text(`${words.join(", ")} of ${of}`) : words.join(", "));
