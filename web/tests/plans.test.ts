import { expect, test } from "vitest";
import { chip, handInText, stateOf } from "../src/model/plans";

const step = (state: "waits" | "refused", mine: boolean) => ({ player: "Ann", text: "pass", mine, state, note: "" });

test("the button in the header names what is on, and then a plan", () => {
  expect(chip(0, [])).toBe("Auto");
  expect(chip(1, [])).toBe("Auto: on");
  expect(chip(1, [{ mode: "same", ready: 0 }])).toBe("Auto: 2 on");
  expect(chip(0, [{ mode: "off", ready: 0 }])).toBe("Auto: plan");
  expect(chip(0, [{ mode: "off", ready: 2 }])).toBe("Auto: plan ready");
});

test("steps have words", () => {
  expect(stateOf(step("waits", false))).toBe("Assumed");
  expect(stateOf(step("waits", true))).toBe("Waits");
  expect(stateOf(step("refused", true))).toBe("Not legal");
  expect([handInText({ ready: 1 }), handInText({ ready: 3 })]).toEqual(["Hand in", "Hand in 3 steps"]);
});
