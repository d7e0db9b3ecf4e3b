import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as api from "../src/api/requests";
import type { View } from "../src/api/types";
import { Follower } from "../src/state/follower.svelte";

/** The event streams that the page has requested. */
let streams: Stream[] = [];

class Stream {
  static readonly CLOSED = 2;
  readyState = 1;
  onopen: () => void = () => undefined;
  onerror: () => void = () => undefined;
  private readonly heard: Record<string, (event: { data: string }) => void> = {};

  constructor() {
    streams.push(this);
  }
  addEventListener(kind: string, hear: (event: { data: string }) => void) {
    this.heard[kind] = hear;
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
  /** The server announces a version. */
  announce(version: number) {
    this.heard["entry"]?.({ data: JSON.stringify({ version }) });
  }
  /** The server answers the request for the stream with an error. */
  refuse() {
    this.readyState = Stream.CLOSED;
    this.onerror();
  }
}

beforeEach(() => {
  streams = [];
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Stream);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const view = (version: number) => ({ version }) as View;
const GONE = () => new api.Refused("There is no such game.", 404);
const MINUTE = 60_000;

async function following() {
  const asked = vi.spyOn(api, "view").mockResolvedValueOnce(view(3));
  const follower = new Follower("abc");
  await follower.load();
  expect([follower.view?.version, streams.length]).toEqual([3, 1]);
  return { asked, follower };
}

test.each([
  ["the moment", (stream: Stream) => stream.announce(4)],
  ["the stream", (stream: Stream) => stream.refuse()],
])("a phone stops if the server refuses %s for good, and says why", async (_, refuse) => {
  const { asked, follower } = await following();
  asked.mockRejectedValue(GONE());
  refuse(streams[0]!);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(follower.problem?.text).toBe("There is no such game.");
  // One question, no second stream, and none is open.
  expect([asked.mock.calls.length, streams.length, streams[0]!.readyState]).toEqual([2, 1, Stream.CLOSED]);

  // A person who gets the access back shows the page again.
  asked.mockResolvedValue(view(5));
  await follower.load();
  expect([follower.problem, follower.view?.version, streams.length]).toEqual([null, 5, 2]);
  follower.close();
});

test("a phone continues after a failure that passes", async () => {
  const { asked, follower } = await following();
  asked.mockRejectedValueOnce(new api.Refused("The server is starting.", 503)).mockResolvedValue(view(4));
  streams[0]!.refuse();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect([follower.problem, follower.view?.version, streams.length]).toEqual([null, 4, 2]);
  follower.close();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(streams.length).toBe(2);
});
