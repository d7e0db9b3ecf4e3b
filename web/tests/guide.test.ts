import { beforeEach, expect, test, vi } from "vitest";
import * as api from "../src/api/lessons";
import { Guide } from "../src/state/guide.svelte";
import type { Lessons } from "../src/state/lessons.svelte";
import type { Table } from "../src/state/table.svelte";

// The progress of lessons listens to the page.
vi.mock("../src/state/lessons.svelte", () => ({ lessons: {} }));
vi.mock("../src/api/lessons", () => ({ guidance: vi.fn(), topicRead: vi.fn() }));
const read = vi.mocked(api.topicRead);

const topics = [{ id: "loan" }] as api.Guidance["topics"];
const stop = { heading: "", text: "", read: false };
const said = (version: number, some: Partial<api.Guidance>) =>
  ({ version, topics, stop: null, ...some }) as api.Guidance;

/** Return a guide at its second version, after the coach has said this at the first. */
async function after(first: Partial<api.Guidance>, version = 2): Promise<Guide> {
  const guide = new Guide({ id: "g" } as Table, {} as Lessons);
  vi.mocked(api.guidance).mockResolvedValue(said(1, first));
  read.mockResolvedValue(said(version, { ...first, stop: first.stop ? { ...stop, read: true } : null }));
  await guide.look(1);
  await guide.look(version);
  return guide;
}

beforeEach(() => void vi.clearAllMocks());

test("a topic is read once the learner acts", async () => {
  await after({});
  expect(read).toHaveBeenCalledExactlyOnceWith("g", "loan");
});

test("a learner who acts plays on, and the topic under the offer is still unread", async () => {
  const guide = await after({ stop });
  expect(read).toHaveBeenCalledExactlyOnceWith("g", "stop");
  expect(guide.offer).toBeNull();
  expect(guide.topic?.id).toBe("loan");
});

test("nothing is read while the learner has not acted", async () => {
  const guide = await after({ stop }, 1);
  expect(read).not.toHaveBeenCalled();
  expect(guide.offer).toEqual(stop);
});

test("the coach is not silent at a version where it spoke, even once its topic is read", async () => {
  const guide = await after({});
  expect(guide.silentAt(2)).toBe(false);
  read.mockResolvedValue(said(2, { topics: [] }));
  await guide.read("loan");
  expect(guide.silentAt(2)).toBe(false);
  read.mockResolvedValue(said(3, { topics: [] }));
  vi.mocked(api.guidance).mockResolvedValue(said(3, { topics: [] }));
  await guide.look(3);
  expect(guide.silentAt(3)).toBe(true);
});
