/** Return true if each of the words begins a word of the text. Upper and lower case are the same. */
export function contains(text: string, words: string): boolean {
  const all = ` ${text.toLowerCase()}`;
  return wordsOf(words).every((word) => begins(all, word));
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

function begins(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}_]/u.test(text[at - 1] ?? " ")) return true;
  return false;
}
