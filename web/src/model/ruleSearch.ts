import type { Question, RuleText, Word } from "../api/types";
import { contains, relevance, type Synonyms } from "./search";

/** The factor of the points of a question for the rules to which its answer links. */
const QUESTION = 1.5;
/** Factors of the points of an answer: the least points of the first rule to which it links, and of the others. */
const ANSWER = { first: 1.1, other: 0.6 };
/** Points of a rule whose id ends with all words: "par" in 1856.start.par-values. */
const NAMED = 0.25;
/** The difference of points between one link of an answer and the next. */
const STEP = 0.01;

/** The least points of a word whose meaning has the words of a search. */
const MENTION = 1;

const whole = ({ question, answer }: Question) => `${question} ${answer}`;

/** Return the questions that have all words, first those whose answer is not needed for it. */
export function foundQuestions(questions: readonly Question[], searched: string, known: readonly Synonyms[]) {
  const points = (each: Question) => relevance(each.question, whole(each), searched, known);
  const found = questions
    .map((question) => ({ question, points: points(question) }))
    .filter(({ points }) => points > 0);
  return found.sort((one, other) => other.points - one.points).map(({ question }) => question);
}

/**
 * Return the rules that answer a search, best first. A rule counts more if its heading has the words, or if the answer to
 * one of the found questions links to it. Rules of equal points keep the order of the rulebook.
 */
export function foundRules(
  rules: readonly RuleText[],
  questions: readonly Question[],
  title: string,
  searched: string,
  known: readonly Synonyms[],
): RuleText[] {
  if (!searched.trim()) return [...rules];
  const links = linked(questions, title, searched, known);
  const points = new Map(
    rules.map(({ id, section, rule }) => {
      const heading = section.split(" / ").at(-1) ?? "";
      const { least, more } = links.get(id) ?? { least: 0, more: 0 };
      const named = contains(id.split(".").at(-1)!, searched) ? NAMED : 0;
      return [id, Math.max(least, relevance(heading, `${id} ${section} ${rule}`, searched, known)) + more + named];
    }),
  );
  const of = ({ id }: RuleText) => points.get(id) ?? 0;
  return rules.filter((each) => of(each) > 0).sort((one, other) => of(other) - of(one));
}

/** Return the points of rules to which found questions link: the least ones, and those in addition. */
function linked(questions: readonly Question[], title: string, searched: string, known: readonly Synonyms[]) {
  const points = new Map<string, { least: number; more: number }>();
  for (const each of questions) {
    const found = QUESTION * relevance("", each.question, searched, known);
    const answered = relevance("", whole(each), searched, known);
    for (const [place, rule] of (each.rules?.[title] ?? []).entries()) {
      const id = `${title.toLowerCase()}.${rule}`;
      const before = points.get(id) ?? { least: 0, more: 0 };
      const least = answered * (place ? ANSWER.other : ANSWER.first) - place * STEP;
      points.set(id, {
        least: Math.max(before.least, least),
        more: Math.max(before.more, found && found - place * STEP),
      });
    }
  }
  return points;
}

/** Words of the glossary that a search finds: by their names, and only by their meanings. */
export interface FoundWords {
  named: Word[];
  mentioned: Word[];
}

/** Return the words that a search finds. A word that only begins like a short searched word is no mention of it. */
export function foundWords(words: readonly Word[], searched: string): FoundWords {
  const isNamed = ({ words, search }: Word) => contains([...words, ...search].join(" "), searched);
  const mentions = ({ meaning, elsewhere, words }: Word) =>
    relevance("", [...words, meaning, elsewhere].join(" "), searched) >= MENTION;
  return {
    named: words.filter(isNamed),
    mentioned: words.filter((word) => !isNamed(word) && mentions(word)),
  };
}
