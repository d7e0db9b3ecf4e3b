/** Beginnings of words and phrases that a search takes for one another. */
export type Synonyms = readonly string[];

/** The least number of letters of a word that stands for longer ones. */
const LEAST = 4;

/**
 * Return true if each of the words, or a synonym of it, begins a word of the text. Upper and lower case are the same.
 */
export function contains(text: string, words: string, known: readonly Synonyms[] = []): boolean {
  const all = ` ${text.toLowerCase()}`;
  return wordsOf(words).every(
    (word) => begins(all, word) || alternatives(word, known).some((other) => begins(all, other)),
  );
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Return the synonyms of a word. A form such as "rusted" counts as "rust". A phrase is never what was searched. */
function alternatives(word: string, known: readonly Synonyms[]): string[] {
  const means = (other: string) =>
    !other.includes(" ") && (word.startsWith(other) || (word.length >= LEAST && other.startsWith(word)));
  return known.filter((group) => group.some(means)).flat();
}

function begins(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}_]/u.test(text[at - 1] ?? " ")) return true;
  return false;
}
