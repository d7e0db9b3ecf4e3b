import { expect, test } from "vitest";
import {
  answered,
  BEGINNER,
  ESTIMATED,
  factsOf,
  levelOf,
  levels,
  limitsOf,
  ratedText,
  ratingText,
  recordOf,
  runsHeading,
  seenLast,
  stored,
  themeOption,
  verdict,
} from "../src/model/puzzles";
import { isPage, placeOf } from "../src/model/paths";
import type { Answer, Puzzle, Theme } from "../src/api/puzzles";

const puzzle = (id: string, theme: Theme = "lay") => ({ id, theme }) as Puzzle;
const rating = { rating: 1300, range: 300 };

test("only the first answer to a puzzle counts", () => {
  const once = answered(BEGINNER, puzzle("a"), false, rating);
  expect(answered(once, puzzle("a"), true, { rating: 2000, range: 10 })).toBe(once);
  const all = answered(answered(once, puzzle("b", "run"), true, rating), puzzle("c"), true, rating);
  expect(factsOf(all)).toEqual({
    rating,
    answered: 3,
    solved: 2,
    streak: 2,
    themes: [
      { theme: "lay", answered: 2, solved: 1 },
      { theme: "token", answered: 0, solved: 0 },
      { theme: "run", answered: 1, solved: 1 },
      { theme: "endgame", answered: 0, solved: 0 },
    ],
  });
  expect(seenLast(all)).toEqual(["a", "b", "c"]);
  expect(factsOf(BEGINNER).streak).toBe(0);
});

test("stored results are read again, without those that cannot be read", () => {
  const once = answered(BEGINNER, puzzle("a"), true, rating);
  expect(recordOf(JSON.parse(JSON.stringify(stored(once))))).toEqual(once);
  expect(recordOf({ ...stored(once), results: [...once.results, { id: 3 }, null] })).toEqual(once);
  for (const nonsense of [null, 7, { form: 2 }, { form: 1, rating: { rating: "x" }, results: [] }])
    expect(recordOf(nonsense)).toBe(BEGINNER);
});

test("levels of difficulty are ranges of ratings", () => {
  for (const level of ["", "easy", "medium", "hard"] as const) expect(levelOf(limitsOf(level))).toBe(level);
  expect(limitsOf("hard")).toEqual({ lowest: 1375, highest: null });
  expect(levelOf({ lowest: 3, highest: 4 })).toBe("");
  expect(levels().map(([, name]) => name)).toEqual(["All", "Easy (up to 1,125)", "Medium", "Hard (from 1,375)"]);
});

test("levels share no rating", () => {
  expect(limitsOf("easy").highest! + 1).toBe(limitsOf("medium").lowest);
  expect(limitsOf("medium").highest! + 1).toBe(limitsOf("hard").lowest);
});

test("the filter of themes has the numbers of puzzles", () => {
  const counts = [
    { theme: "lay", puzzles: 1519 },
    { theme: "token", puzzles: 0 },
  ] as const;
  expect(themeOption("lay", counts)).toBe("Lay (1,519)");
  expect(themeOption("token", counts)).toBe("Token (0)");
  expect(themeOption("run", counts)).toBe("Runs");
});

test("the runs on the map have a heading", () => {
  expect(runsHeading("lay", "best", true)).toBe("The best runs after your answer");
  expect(runsHeading("lay", "best", false)).toBe("The best runs after the right answer");
  expect(runsHeading("token", "yours", false)).toBe("The best runs after your answer");
  expect(runsHeading("run", "best", true)).toBe("The best runs");
  expect(runsHeading("run", "yours", false)).toBe("Your runs");
});

test("a judgement has both amounts", () => {
  const answer = { right: false, yours: 120, best: 170 } as Answer;
  expect(verdict(answer, "lay", 5)).toBe("Your answer earns $120, and the best one $170.");
  for (const theme of ESTIMATED)
    expect(verdict(answer, theme, 5)).toBe(
      "After your answer, the player ends with about $120, and after the best one with $170.",
    );
  expect(ratedText({ rating: 1250 } as Puzzle)).toBe("rated 1,250");
  expect(ratedText({ rating: null } as Puzzle)).toBe("not rated");
  expect(verdict({ ...answer, right: true, yours: 170 }, "run", 5)).toBe("Your answer earns $170, the most possible.");
  expect(verdict({ ...answer, yours: null }, "lay", 5)).toBe("You gave up. The best answer earns $170.");
  const place = { right: true, yours: 2, best: 2 } as Answer;
  expect(verdict(place, "endgame", 5)).toBe("Your answer secures place 2.");
  expect(verdict({ ...place, right: false, yours: 3 }, "endgame", 5)).toBe("Your answer does not secure place 2.");
  expect(verdict({ ...place, yours: null }, "endgame", 5)).toBe("You gave up. The best answer secures place 2.");
  // Place 4 of 5 is no success.
  const fourth = { right: true, yours: 4, best: 4 } as Answer;
  expect(verdict(fourth, "endgame", 5)).toBe("Your answer avoids the last place.");
  expect(verdict({ ...fourth, right: false, yours: 5 }, "endgame", 5)).toBe(
    "Your answer does not avoid the last place.",
  );
  expect(verdict({ ...fourth, yours: null }, "endgame", 5)).toBe("You gave up. The best answer avoids the last place.");
  const first = { right: true, yours: 1, best: 1 } as Answer;
  expect(verdict(first, "endgame", 2)).toBe("Your answer wins the game.");
  expect(verdict({ ...first, right: false, yours: 2 }, "endgame", 2)).toBe("Your answer does not win the game.");
  expect(ratingText({ rating: 1249.6, range: 99.5 })).toBe("1,250 ± 100");
});

test("puzzles have pages of their own", () => {
  expect(placeOf("/puzzles").page).toBe("puzzles");
  expect(placeOf("/puzzles/b7ca9c627f").puzzle).toBe("b7ca9c627f");
  expect(isPage("/puzzles/b7ca9c627f/")).toBe(true);
  expect(isPage("/puzzles/a/b")).toBe(false);
});
