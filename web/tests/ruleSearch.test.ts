import { expect, test } from "vitest";
import { foundQuestions, foundRules, foundWords } from "../src/model/ruleSearch";
import type { Question, RuleText, Word } from "../src/api/types";

const rule = (id: string, section: string, text: string) => ({ id, section, rule: text }) as RuleText;
const RULES = [
  rule("1851.setup.deal", "SETTING UP", "Privates are dealt out."),
  rule("1851.treasury.sell", "ROUNDS / TREASURY SHARES", "A corporation may sell shares."),
  rule("1851.sell.limit", "ROUNDS / SELLING STOCK", "The pool takes half of the shares."),
  rule("1851.sell.price", "ROUNDS / SELLING STOCK", "Each share brings the price."),
];
const question = (question: string, answer: string, ...rules: string[]): Question =>
  ({ question, answer, rules: { "1851": rules } }) as Question;
const QUESTIONS = [
  question("Why does my company not float?", "Nobody sells shares of it.", "treasury.sell"),
  question("How do I sell shares?", "In a stock round.", "sell.price"),
  question("How do I get a private?", "You do not bid, they are dealt.", "setup.deal"),
];
const SAME = [["share", "stock"]];

function found(searched: string) {
  const asked = foundQuestions(QUESTIONS, searched, SAME);
  return foundRules(RULES, asked, "1851", searched, SAME).map(({ id }) => id.replace("1851.", ""));
}

test.each([
  ["sell shares", ["sell.price", "sell.limit", "treasury.sell"]],
  // The answer alone has the word.
  ["bid", ["setup.deal"]],
  ["", RULES.map(({ id }) => id.replace("1851.", ""))],
])("a search for %o begins with the rule that its question or heading names", (searched, ids) => {
  expect(found(searched)).toEqual(ids);
});

test("a question that has the words comes before one whose answer has them", () => {
  expect(foundQuestions(QUESTIONS, "sell shares", SAME).map(({ question }) => question)).toEqual([
    "How do I sell shares?",
    "Why does my company not float?",
  ]);
});

test("words are found by their names first, and a short word is not found in longer ones", () => {
  const word = (name: string, meaning: string, ...search: string[]) =>
    ({ words: [name], meaning, elsewhere: "", search }) as unknown as Word;
  const words = [word("issue", "to sell shares"), word("sell", "to put shares into the pool"), word("part", "apart")];
  const names = (searched: string) =>
    Object.values(foundWords(words, searched)).map((each: Word[]) => each.map(({ words }) => words[0]));
  expect(names("sell")).toEqual([["sell"], ["issue"]]);
  expect(names("ap")).toEqual([[], []]);
});
