import { beforeEach, expect, test, vi } from "vitest";
import { momentsOf, ownerOf, stored, warnsAt } from "../src/model/warned";

test("moments of warnings are read again, in the form from before accounts kept them, too", () => {
  const moments = { "no-train": "abc 7", "slow-return": "" };
  expect(momentsOf(JSON.parse(JSON.stringify(stored(moments, "Ann"))))).toEqual(moments);
  expect(momentsOf(moments)).toEqual(moments);
  expect(momentsOf({ ...moments, other: "x", "no-float": 3 })).toEqual(moments);
  for (const nonsense of [null, 7, "x", [1], { warned: 3 }]) expect(momentsOf(nonsense)).toEqual({});
  expect([ownerOf(stored(moments, "Ann")), ownerOf(stored(moments)), ownerOf(null)]).toEqual(["Ann", "", ""]);
});

test("a kind is shown at its first moment, and nowhere after it was dismissed", () => {
  expect(warnsAt({}, "no-train", "abc 7")).toBe(true);
  expect(warnsAt({ "no-train": "abc 7" }, "no-train", "abc 7")).toBe(true);
  expect(warnsAt({ "no-train": "abc 7" }, "no-train", "abc 8")).toBe(false);
  expect(warnsAt({ "no-train": "" }, "no-train", "abc 7")).toBe(false);
});

/** The server's moments by account. */
const server: Record<string, Record<string, string>> = {};
const signedIn = { accounts: true, name: null as string | null };

/** A browser: its storage, and its page, which begins at each visit. */
async function visit(storage: Map<string, unknown>, name: string | null) {
  vi.resetModules();
  signedIn.name = name;
  vi.stubGlobal("addEventListener", () => undefined);
  vi.doMock("../src/browser/storage", () => ({
    recall: (key: string) => storage.get(key),
    keep: (key: string, value: unknown) => storage.set(key, value),
  }));
  vi.doMock("../src/state/me.svelte", () => ({ me: signedIn, known: () => Promise.resolve() }));
  vi.doMock("../src/state/settings.svelte", () => ({ comfort: { of: () => "once", wish: () => undefined } }));
  vi.doMock("../src/api/warnings", () => ({
    mergeWarnings: (sent: Record<string, string>) => {
      const known = (server[signedIn.name!] ??= {});
      for (const [kind, moment] of Object.entries(sent)) if (moment === "" || !(kind in known)) known[kind] = moment;
      return Promise.resolve({ ...known });
    },
  }));
  const { warned } = await import("../src/state/warned.svelte");
  return warned;
}

beforeEach(() => {
  for (const name of Object.keys(server)) delete server[name];
});

test("a second browser of an account shows no kind again", async () => {
  const [first, second] = [new Map<string, unknown>(), new Map<string, unknown>()];
  const at = await visit(first, "Ann");
  expect(at.warns("no-train", "abc 7")).toBe(false); // The account's moments are not known yet.
  await at.sync();
  expect(at.warns("no-train", "abc 7")).toBe(true);
  at.hasWarned("no-train", "abc 7");
  at.dismiss("slow-return");
  const other = await visit(second, "Ann");
  await other.sync();
  expect(other.warns("no-train", "abc 7")).toBe(true);
  expect(other.warns("no-train", "xyz 3")).toBe(false);
  expect(other.warns("slow-return", "xyz 3")).toBe(false);
  expect(other.warns("no-float", "xyz 3")).toBe(true);
});

test("a browser's warnings are merged at sign-in, and belong to that account from then on", async () => {
  const storage = new Map<string, unknown>();
  const before = await visit(storage, null);
  await before.sync();
  before.hasWarned("no-float", "abc 2");
  expect(server).toEqual({});
  before.dismiss("no-train");
  signedIn.name = "Ann"; // Signed in on the same page.
  expect(before.warns("last-train", "abc 9")).toBe(false);
  await before.sync();
  expect(server).toEqual({ Ann: { "no-float": "abc 2", "no-train": "" } });
  expect(before.warns("last-train", "abc 9")).toBe(true);
  const others = await visit(storage, "Bob");
  await others.sync();
  expect(others.warns("no-train", "xyz 3")).toBe(true);
  expect(server["Bob"]).toEqual({});
});
