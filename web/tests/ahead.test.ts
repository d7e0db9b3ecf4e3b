import { afterEach, beforeEach, expect, test, vi } from "vitest";

const sent: string[] = [];

/** Load the module as a page does, in which `first.js` has requested these answers. */
async function loaded(answers: Record<string, Promise<Response>> = {}) {
  vi.resetModules();
  vi.stubGlobal("ahead", answers);
  return await import("../src/api/ahead");
}

beforeEach(() => {
  sent.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (path: string) => {
    sent.push(path);
    return Promise.resolve(new Response(`${path} ${sent.length}`, { status: 201, headers: { date: "today" } }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the first request for a path takes the answer that was requested ahead", async () => {
  const { requestAhead, requested } = await loaded();
  requestAhead("/one");
  const answer = await requested("/one");
  expect([answer.status, answer.headers.get("date"), await answer.text()]).toEqual([201, "today", "/one 1"]);
  expect(await (await requested("/one")).text()).toBe("/one 2");
});

test("an answer that the first script has requested is taken too", async () => {
  const { requested } = await loaded({ "/me": Promise.resolve(new Response("early")) });
  expect(await (await requested("/me")).text()).toBe("early");
  expect(sent).toEqual([]);
});

test("a request with other options is sent", async () => {
  const { requestAhead, requested } = await loaded();
  requestAhead("/one");
  await requested("/one", { method: "POST" });
  expect(sent).toEqual(["/one", "/one"]);
});

test("an answer is out of date after ten seconds", async () => {
  const { requestAhead, requested } = await loaded();
  requestAhead("/one");
  vi.advanceTimersByTime(10_000);
  expect(await (await requested("/one")).text()).toBe("/one 2");
});

test("the part of the page that takes an answer learns that the request failed", async () => {
  const { requested } = await loaded({ "/me": Promise.reject(new Error("no server")) });
  await expect(requested("/me")).rejects.toThrow("no server");
});
