import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answered, persistently, Refused } from "../src/api/requests";
import { reach } from "../src/api/reach.svelte";

vi.mock("../src/api/ahead", () => ({ requested: (path: string, init?: RequestInit) => fetch(path, init) }));
const sent = vi.fn<typeof fetch>();
const good = () => new Response("{}", { status: 200 });

beforeEach(() => {
  vi.useFakeTimers();
  sent.mockReset();
  vi.stubGlobal("fetch", sent);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a read that does not reach the server is repeated after growing pauses", async () => {
  sent.mockRejectedValueOnce(new TypeError()).mockResolvedValueOnce(new Response("", { status: 502 }));
  sent.mockRejectedValueOnce(new TypeError()).mockResolvedValueOnce(good());
  const answer = answered("/api/lessons");
  await vi.advanceTimersByTimeAsync(999);
  expect([sent.mock.calls.length, reach.waiting]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(4000);
  expect((await answer).ok).toBe(true);
  expect(reach.waiting).toBe(0);
});

test("a write is sent once, and its error says what to do", async () => {
  sent.mockRejectedValue(new TypeError());
  await expect(answered("/api/games", { method: "POST" })).rejects.toThrow("Cannot reach the server. Try again.");
  expect(sent).toHaveBeenCalledTimes(1);
});

test("a refusal ends the attempts", async () => {
  const attempt = vi.fn().mockRejectedValue(new Refused("No.", 404));
  await expect(persistently(attempt)).rejects.toThrow("No.");
  expect([attempt.mock.calls.length, reach.waiting]).toEqual([1, 0]);
});
