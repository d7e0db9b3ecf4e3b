import * as api from "../api/requests";
import { keep, recall } from "../browser/storage";
import { finderOf, type Finder } from "../model/glossary";
import type { Word } from "../api/types";
import { comfort } from "./settings.svelte";

const READ = "trunkline-words-read";
const isWords = (kept: unknown): kept is string[] =>
  Array.isArray(kept) && kept.every((each) => typeof each === "string");

/** The glossary, requested once, and the words whose meaning was read in this browser. */
class Words {
  private asked: Promise<Finder> | null = null;
  private readonly read = new Set<string>();
  /** The words that were read before the page was loaded. A mark does not vanish while a person looks at it. */
  private readonly before: ReadonlySet<string>;

  constructor() {
    const kept = recall(READ);
    if (isWords(kept)) for (const word of kept) this.read.add(word);
    this.before = new Set(this.read);
  }

  /** Return the finder of the words. A failed request is sent again by the next call. */
  load(): Promise<Finder> {
    this.asked ??= api.glossary().then(finderOf, (error: unknown) => {
      this.asked = null;
      throw error;
    });
    return this.asked;
  }

  /** Return whether a word has a mark. */
  marks({ words: [name] }: Word): boolean {
    const wish = comfort.of("words");
    return wish === "always" || (wish === "unread" && !this.before.has(name!));
  }

  /** Remember that the meaning of a word was read. */
  hasRead({ words: [name] }: Word) {
    if (this.read.has(name!)) return;
    this.read.add(name!);
    keep(READ, [...this.read]);
  }
}

export const words = new Words();
