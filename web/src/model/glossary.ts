import type { GlossarySection, Word } from "../api/types";

/** A word of the glossary in a text, with its place there. */
export interface Found {
  word: Word;
  start: number;
  end: number;
}

/** Finds the words of the glossary in texts. */
export interface Finder {
  find(text: string): readonly Found[];
}

/** Return the forms of a word that are explained in texts. */
const formsOf = ({ words, forms }: Word) => forms ?? words.flatMap((word) => [word, `${word}s`]);

const escaped = (form: string) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const isCapitals = (form: string) => form === form.toUpperCase();
const NONE: readonly Found[] = [];

/**
 * Return a finder of the words. Of two forms at one place, the longer one counts. A form in capitals, such as IPO, is
 * found in capitals only. Many texts of a page are alike, so the answers are kept.
 */
export function finderOf(sections: readonly GlossarySection[]): Finder {
  const words = new Map<string, Word>();
  for (const word of sections.flatMap(({ entries }) => entries))
    for (const form of formsOf(word)) words.set(isCapitals(form) ? form : form.toLowerCase(), word);
  const forms = [...words.keys()].sort((one, other) => other.length - one.length).map(escaped);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join("|")})(?![\\p{L}\\p{N}])`, "giu");
  const kept = new Map<string, readonly Found[]>();
  const MOST = 5000;

  function find(text: string): readonly Found[] {
    if (!words.size) return NONE;
    const known = kept.get(text);
    if (known) return known;
    const found = [...text.matchAll(pattern)].flatMap(({ 0: form, index }) => {
      const word = words.get(form) ?? words.get(form.toLowerCase());
      return word ? [{ word, start: index, end: index + form.length }] : [];
    });
    if (kept.size > MOST) kept.clear();
    kept.set(text, found.length ? found : NONE);
    return found;
  }
  return { find };
}

/** Return a word as the glossary names it: "issue, redeem". */
export const nameOf = ({ words, of }: Word) => words.join(", ") + (of ? ` of ${of}` : "");
