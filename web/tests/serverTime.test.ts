import { afterEach, expect, test, vi } from "vitest";
import { compareClocks, serverTime } from "../src/browser/serverTime";

const DEVICE = Date.parse("2026-12-03T10:00:00Z");
const sent = (date: string, cache = "no-cache") => compareClocks(new Headers({ date, "cache-control": cache }));

afterEach(() => vi.useRealTimers());

test("deadlines are counted by the clock of the server", () => {
  vi.useFakeTimers({ now: DEVICE });
  expect(serverTime()).toBe(DEVICE);
  sent("Thu, 03 Dec 2026 22:30:00 GMT");
  expect(serverTime()).toBe(Date.parse("2026-12-03T22:30:00Z"));
  vi.advanceTimersByTime(60_000);
  expect(serverTime()).toBe(Date.parse("2026-12-03T22:31:00Z"));
  // A kept answer shows an old time, and an answer of a proxy may have none.
  sent("Tue, 01 Dec 2026 10:00:00 GMT", "public, max-age=31536000, immutable");
  compareClocks(new Headers());
  expect(serverTime()).toBe(Date.parse("2026-12-03T22:31:00Z"));
  // Whole seconds and slow answers are no difference.
  sent("Thu, 03 Dec 2026 10:00:57 GMT");
  expect(serverTime()).toBe(Date.now());
});
