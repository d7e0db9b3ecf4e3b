import { afterEach, expect, test } from "vitest";
import { setLocale } from "../src/language/messages";
import { pointsText, ratingText, stageText } from "../src/model/leagues";

afterEach(() => setLocale("en"));

test("a rating is shown with its range", () => {
  expect(ratingText({ rating: 1512, range: 80 })).toBe("1,512 ± 80");
  expect(pointsText(2 / 3)).toBe("0.67");
  setLocale("de");
  expect([ratingText({ rating: 1512, range: 80 }), pointsText(2 / 3)]).toEqual(["1.512 ± 80", "0,67"]);
});

test.each([
  ["joining", "Season 2 has not started"],
  ["playing", "Season 2, round 3 of 5"],
  ["ended", "Season 2 has ended"],
] as const)("a league that is %s", (stage, text) => {
  const league = { id: "x", name: "Cup", titles: ["1856"], players: 3, open: true, organiser: null, season: 2, stage };
  expect(stageText({ ...league, round: 3, rounds: 5, members: 4, member: false, organises: false })).toBe(text);
});
