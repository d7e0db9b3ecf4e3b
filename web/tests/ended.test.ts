import type { Component } from "svelte";
import { render } from "svelte/server";
import { expect, test } from "vitest";
import FollowedPlayer from "../src/components/follow/FollowedPlayer.svelte";
import SheetCompanies from "../src/components/follow/SheetCompanies.svelte";
import SheetLedger from "../src/components/follow/SheetLedger.svelte";
import SheetPlayers from "../src/components/follow/SheetPlayers.svelte";
import { endOf } from "../src/model/following";
import type { Board, View } from "../src/api/types";

const player = (name: string, more: object = {}) => ({
  name,
  cash: 100,
  worth: 100,
  certificates: 1,
  limit: 10,
  shares: [],
  privates: [],
  notes: [],
  priority: false,
  out: false,
  ...more,
});
const company = { id: "LPS", name: "London", status: "floated", price: 65, holdings: [], trains: [], tokens_left: [] };
const view = (more: object = {}) =>
  ({
    players: [player("Ann", { priority: true }), player("Bob", { cash: 0, out: true })],
    corporations: [company],
    privates: [],
    chart: [],
    market: { bonds: null },
    over: false,
    ...more,
  }) as unknown as View;
const over = view({ over: true, result: { winners: ["Ann"] } });
const board = { corporations: [] } as unknown as Board;

const html = <Props extends Record<string, unknown>>(component: Component<Props>, props: Props) =>
  render(component as Component, { props }).body;
const rows = (text: string) => [...text.matchAll(/<th scope="row"[^>]*>(?:<b>)?(\w+)/g)].map(([, name]) => name);

test("a bankrupt player reads so on the phone, without a limit", () => {
  const shown = (at: number) => html(FollowedPlayer, { view: view(), player: view().players[at]! });
  expect(shown(1)).toContain("Bob is bankrupt, and out of the game.");
  expect(shown(1)).not.toContain("Certificates");
  expect(shown(0)).toContain("Certificates");
  expect(shown(0)).not.toContain("out of the game");
});

test("the sheet has no columns for a player who is out, nor for a game that is over", () => {
  expect(rows(html(SheetLedger, { view: view() }))).toEqual(["Ann", "Bank"]);
  expect(rows(html(SheetPlayers, { view: view() }))).toEqual(["Ann", "Bob"]);
  expect(html(SheetCompanies, { view: view(), board })).toContain("After round");
  expect(html(SheetCompanies, { view: over, board })).not.toContain("After round");
  expect(html(SheetPlayers, { view: view() })).toContain("priority");
  expect(html(SheetPlayers, { view: over })).not.toContain("priority");
});

test("the end of a game names its winners", () => {
  expect([endOf(view()), endOf(over)]).toEqual(["", "The game is over: Ann won."]);
  expect(endOf(view({ over: true, result: null }))).toBe("The game is over.");
});
