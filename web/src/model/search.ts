import { text } from "../language/messages";

/** Beginnings of words and phrases that a search takes for one another. */
export type Synonyms = readonly string[];

/** The least number of letters of a word that stands for longer ones. */
const LEAST = 4;
/** Points of a word, and of a synonym, by the place: in a heading, or elsewhere. */
const POINTS = { heading: { word: 4, synonym: 3.5 }, rest: { word: 2, synonym: 1 } };
/** Points that a word loses if it only begins a longer one, and points of a short word that does, such as "par" in "part". */
const [BEGINNING, SHORT] = [0.5, 0.25];

/** The words that a search ignores, as in "end of the game" or "how do I sell shares?". */
function ignored(): readonly string[] {
  /* @wc-context: words that the search of the rules ignores, in lower case */
  return wordsOf(text("a an and are at by can do does for from how i in is it may my of on or the to what when with"));
}

/**
 * Return true if each of the words, or a synonym of it, begins a word of the text. Upper and lower case are the same.
 */
export function contains(content: string, words: string, known: readonly Synonyms[] = []): boolean {
  return relevance("", content, words, known) > 0;
}

/**
 * Return how well a text with a heading answers a search: the mean points of the words, or 0 if a word is missing.
 * A search without words finds all.
 */
export function relevance(heading: string, rest: string, words: string, known: readonly Synonyms[] = []): number {
  const [head, all] = [` ${heading.toLowerCase()}`, ` ${rest.toLowerCase()}`];
  const points = asked(words).map((word) => {
    const others = alternatives(word, known);
    return Math.max(placed(head, word, others, POINTS.heading), placed(all, word, others, POINTS.rest));
  });
  if (!points.length) return POINTS.heading.word;
  return points.includes(0) ? 0 : points.reduce((sum, each) => sum + each, 0) / points.length;
}

function placed(content: string, word: string, others: readonly string[], points: { word: number; synonym: number }) {
  const found = begins(content, word);
  if (found === "whole") return points.word;
  const synonym = others.some((other) => {
    const place = begins(content, other);
    return place === "whole" || (place && other.length >= LEAST);
  });
  if (found && word.length >= LEAST) return points.word - BEGINNING;
  return synonym ? points.synonym : found ? SHORT : 0;
}

/** Return the words of a search that count. A question mark at the end does not. */
function asked(words: string): string[] {
  const all = wordsOf(words.replace(/\?/g, " "));
  const counted = all.filter((word) => !ignored().includes(word));
  return counted.length ? counted : all;
}

const wordsOf = (content: string) => content.toLowerCase().split(/\s+/).filter(Boolean);

/** Return the synonyms of a word. A form such as "rusted" counts as "rust". A phrase is never what was searched. */
function alternatives(word: string, known: readonly Synonyms[]): string[] {
  const means = (other: string) =>
    !other.includes(" ") && (word.startsWith(other) || (word.length >= LEAST && other.startsWith(word)));
  return known.filter((group) => group.some(means)).flat();
}

const LETTER = /[\p{L}\p{N}_]/u;

/** Return whether a word begins a word of the text, and whether it is a whole one there. A plural with s is one, too. */
function begins(content: string, word: string): "whole" | "beginning" | null {
  let found: "beginning" | null = null;
  for (let at = content.indexOf(word); at >= 0; at = content.indexOf(word, at + 1)) {
    if (LETTER.test(content[at - 1] ?? " ")) continue;
    const end = at + word.length;
    const after = content[end] === "s" ? end + 1 : end;
    if (!LETTER.test(content[after] ?? " ")) return "whole";
    found = "beginning";
  }
  return found;
}
