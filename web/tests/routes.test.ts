import { render } from "svelte/server";
import { expect, test } from "vitest";
import RunList from "../src/components/dock/RunList.svelte";
import { visited } from "../src/model/routes";
import type { RouteInfo } from "../src/api/types";

const route = (some: Partial<RouteInfo>): RouteInfo => ({
  train: "2-0",
  type: "2",
  path: [],
  stops: [],
  bonuses: [],
  pair: 0,
  tolls: [],
  revenue: 0,
  text: "",
  track: [],
  more: [],
  ...some,
});
const stop = (name: string, value: number) => ({ stop: `${name}.0`, name, value });

test("a route is told by its stops, with what is added at each", () => {
  const stops = [stop("Sarnia", 30), stop("Glencoe", 20)];
  const bonuses = [{ stop: "Sarnia.0", name: "tunnel", value: 10 }];
  expect(visited(route({ stops, bonuses }))).toBe("Sarnia 30 + tunnel 10, Glencoe 20");
});

test("with a pair of off-board areas, and the tolls", () => {
  const tolls = [{ what: "bridge", amount: 10 }];
  expect(visited(route({ stops: [stop("A", 1)], pair: 50, tolls }))).toBe(
    "A 1, two off-board areas 50 (toll bridge 10)",
  );
});

test("the list of runs has a line for each train", () => {
  const routes = [
    route({ train: "4-0", type: "4", stops: [stop("Sarnia", 30)], revenue: 30 }),
    route({ train: "3-0", type: "3", stops: [stop("Glencoe", 20)], revenue: 20 }),
  ];
  const lines = render(RunList, { props: { routes } }).body.split("<li ").slice(1);
  const words = lines.map((line) =>
    line
      .replace(/^[^>]*>|<[^>]*>/g, "")
      .replace(/\s+/g, " ")
      .trim(),
  );
  expect(words).toEqual(["A 4-train Sarnia 30 $30", "B 3-train Glencoe 20 $20"]);
});
