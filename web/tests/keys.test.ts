import { expect, test } from "vitest";
import { COMMANDS, LETTERS } from "../src/browser/keys";
import { STEP_KEYS } from "../src/model/choiceKinds";

test("no key has two meanings", () => {
  const commands: string[] = [...COMMANDS];
  const letters = new Set(Object.values(LETTERS));
  expect(STEP_KEYS.length).toBeGreaterThan(5);
  expect([...letters].filter((letter) => commands.includes(letter))).toEqual([]);
  expect(STEP_KEYS.filter((key) => commands.includes(key) || letters.has(key))).toEqual([]);
});
