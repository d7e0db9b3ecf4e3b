import { expect, test } from "vitest";
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
