import { expect, test } from "vitest";
import { COMMANDS, LETTERS } from "../src/browser/keys";
import { STEP_KEYS } from "../src/model/choiceKinds";
import { TABS } from "../src/state/tabs.svelte";

test("no key has two meanings", () => {
  const commands: string[] = [...COMMANDS];
  const letters = new Set(Object.values(LETTERS));
  expect(STEP_KEYS.length).toBeGreaterThan(5);
  expect([...letters].filter((letter) => commands.includes(letter))).toEqual([]);
  const panels = TABS.map((tab) => LETTERS[tab]);
  expect(Object.values(LETTERS).filter((letter) => panels.includes(letter))).toEqual(panels);
  expect(STEP_KEYS.filter((key) => commands.includes(key) || letters.has(key))).toEqual([]);
});
