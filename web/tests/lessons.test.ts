import { expect, test } from "vitest";
import {
  enoughFor,
  exerciseOf,
  languageIn,
  lessonOf,
  merged,
  ownerOf,
  parts,
  progressOf,
  restarted,
  resumed,
  stateText,
  stored,
  suggested,
} from "../src/model/lessons";

const lesson = (id: string) => ({
  ...{ id, name: id, about: "", title: "1856", minutes: 5, steps: 4 },
  ...{ language: "de", lacking: { "A fact": "en" } },
});
const list = [lesson("money"), lesson("track"), lesson("runs")];
const place = (step: number, done = false, game = "g") => ({ step, done, game, since: {} });

test("stored progress is read again, without the parts that cannot be read", () => {
  const track = { step: 2, done: false, game: "abc", since: { 1: 121, 2: 122 } };
  expect(progressOf(JSON.parse(JSON.stringify(stored({ track }))))).toEqual({ track });
  expect(progressOf({ ...stored({ track }), form: 0 })).toEqual({});
  expect(progressOf({ form: 1, lessons: { track, old: { step: -1 }, older: null } })).toEqual({ track });
  for (const nonsense of [null, 7, "x", { form: 1 }, { form: 1, lessons: 3 }]) expect(progressOf(nonsense)).toEqual({});
  expect(lessonOf({ track }, "abc")).toBe("track");
  expect(lessonOf({ track }, "abd")).toBeNull();
});

test("newer places win, a done lesson stays done, and progress knows its account", () => {
  const [older, newer] = [
    { ...place(1, true), at: 5 },
    { ...place(3), at: 6 },
  ];
  const done = { ...newer, done: true };
  expect(merged({ track: older }, { track: newer, runs: older })).toEqual({ track: done, runs: older });
  expect(merged({ track: newer }, { track: older })).toEqual({ track: done });
  expect(ownerOf(stored({}, "Ann"))).toBe("Ann");
  expect(ownerOf(stored({}))).toBe("");
  expect(resumed(list, { track: place(1) })).toEqual({ id: "track", words: "Go on with lesson 2, step 2" });
  expect(resumed(list, { track: place(0, true, "") })).toBeUndefined();
});

test("the page names the first lessons only if they are those before the guided game", () => {
  expect(enoughFor({ after: ["track", "money"] }, list)).toEqual({ count: 2, minutes: 10 });
  expect(enoughFor({ after: ["money", "runs"] }, list)).toBeUndefined();
  expect(enoughFor({ after: [] }, list)).toBeUndefined();
});

test("the list shows the state of a lesson", () => {
  expect(stateText(list[0]!, undefined)).toBe("5 min");
  expect(stateText(list[0]!, place(2))).toBe("step 3 of 4");
  expect(stateText(list[0]!, place(0, true, ""))).toBe("done, 5 min");
});

test("the suggested lesson is the one in progress, or else the next one", () => {
  expect(suggested(list, {})?.id).toBe("money");
  expect(suggested(list, { runs: place(1) })?.id).toBe("runs");
  expect(suggested(list, { track: place(0, true, "") }, "track")?.id).toBe("runs");
  expect(suggested(list, { money: place(1), track: place(0, true, "") }, "track")?.id).toBe("runs");
  expect(suggested(list, { runs: place(0, true, "") }, "runs")?.id).toBe("money");
  expect(suggested(list, Object.fromEntries(list.map(({ id }) => [id, place(0, true, "")])))).toBeUndefined();
});

test("a step belongs to the exercise that begins last before it", () => {
  const steps = [true, false, false, true, false].map((first) => ({ first }));
  expect([0, 1, 2, 3, 4].map((step) => exerciseOf(steps, step))).toEqual([0, 0, 0, 3, 3]);
});

test("an undo to the start of a step keeps the starts of the steps before it", () => {
  expect(restarted({ 0: 121, 1: 121, 2: 122 }, 1, 123)).toEqual({ 0: 121, 1: 123 });
});

test("only two asterisks are markup", () => {
  expect(parts("The **TGB** has *one* <b>train</b>.")).toEqual([
    { text: "The ", bold: false },
    { text: "TGB", bold: true },
    { text: " has *one* <b>train</b>.", bold: false },
  ]);
  expect(parts("**A**")).toEqual([{ text: "A", bold: true }]);
  expect(parts("5 ** 2")).toEqual([{ text: "5 ** 2", bold: false }]);
});

test("a text that a translation lacks has the language of the original", () => {
  expect([languageIn(lesson("runs"), "A fact"), languageIn(lesson("runs"), "Eine Tatsache")]).toEqual(["en", "de"]);
});
