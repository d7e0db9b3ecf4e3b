import { expect, test } from "vitest";
import { type Heard, Spoken } from "../src/model/announcements";

const decision = (seat: string) => ({ seats: [seat], text: "bid or pass", corp: null, groups: [] });
function heard(at: number, more: Record<string, unknown> = {}, entry = true, chosen: string | null = null): Heard {
  const view = { at, version: at, live: true, over: false, result: null, decision: decision("Bob"), ...more };
  return {
    view,
    newest: 9,
    busy: false,
    chosen: chosen && { choice: { label: chosen, price: null, amounts: null }, amount: null, action: null },
    entry: entry ? { number: at, headline: "Ann passes.", lines: [] } : undefined,
  } as unknown as Heard;
}

test("a turn is said in one sentence, once it is known what happened", () => {
  const spoken = new Spoken();
  expect(spoken.hear(heard(1))).toBe("");
  expect(spoken.hear(heard(1))).toBe("");
  expect(spoken.hear(heard(2, {}, false))).toBe("");
  expect(spoken.hear(heard(2))).toBe("Ann passes; Bob: bid or pass.");
  expect(spoken.hear(heard(2))).toBe("");
});

test("what is chosen is said, and that it was let go, but not beside what came of it", () => {
  const spoken = new Spoken();
  spoken.hear(heard(1));
  expect(spoken.hear(heard(1, {}, true, "buy a share"))).toBe("Chosen: Buy a share.");
  expect(spoken.hear(heard(1))).toBe("Nothing is chosen.");
  spoken.hear(heard(1, {}, true, "buy a share"));
  // It is let go of as it is sent.
  expect(spoken.hear({ ...heard(1), busy: true })).toBe("");
  expect(spoken.hear(heard(2))).toBe("Ann passes; Bob: bid or pass.");
  expect(spoken.hear(heard(2))).toBe("");
});

test("an earlier moment is said by its number, and the end by who wins", () => {
  const spoken = new Spoken();
  spoken.hear(heard(9));
  expect(spoken.hear(heard(4, { live: false }))).toBe("Moment 4 of 9: Ann passes.");
  expect(spoken.hear(heard(0, { live: false }, false))).toBe("Moment 0 of 9: The beginning.");
  const result = { winners: ["Ann", "Cy"] };
  expect(spoken.hear(heard(9, { over: true, result }))).toBe("Ann passes; Ann and Cy win.");
});
