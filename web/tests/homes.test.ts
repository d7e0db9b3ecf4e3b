import { expect, test } from "vitest";
import { homes } from "../src/model/homes";
import { board, view } from "./made";

const BOARD = board({
  hexes: { A1: { x: 1000, y: 500 }, B2: { x: 0, y: 0 } },
  corporations: [
    { id: "GT", home: ["A1"] },
    { id: "LPS", home: ["B2"] },
    { id: "CGR", home: [] },
  ],
});
const stop = (x: number, y: number) => ({ stop: "", name: "", x, y });
const at = (corp: string, x: number, y: number) => ({ corp, stop: 0, slot: 0, x, y });
const moment = (tokens: object, stops: object, corporations: object[] = []) =>
  view({ map: { tokens, stops }, corporations });

test("a company that has not begun waits at its home", () => {
  const found = homes(moment({}, { A1: [stop(0, 0)], B2: [stop(10, 20)] }), BOARD);
  expect(found).toEqual([
    { corp: "GT", hex: "A1", x: 1000, y: 500 },
    { corp: "LPS", hex: "B2", x: 10, y: 20 },
  ]);
});

test("one that has begun, or is closed, does not", () => {
  const now = moment({ B2: [at("GT", 0, 0)] }, { A1: [stop(0, 0)], B2: [stop(90, 0)] }, [
    { id: "LPS", status: "closed" },
  ]);
  expect(homes(now, BOARD)).toEqual([]);
});

test("between the stops of a hex that has several", () => {
  const [home] = homes(moment({}, { A1: [stop(-50, 0), stop(50, 40)] }), BOARD);
  expect(home).toMatchObject({ x: 1000, y: 520 });
});

test("on the other circle, where one is taken", () => {
  const [home] = homes(moment({ A1: [at("LPS", -25, 0)] }, { A1: [stop(0, 0)] }), BOARD);
  expect(home).toMatchObject({ corp: "GT", x: 1025, y: 500 });
});

test("not at all where it would cover what is there", () => {
  const now = moment({ A1: [at("LPS", -25, 0), at("CGR", 25, 0)] }, { A1: [stop(0, 0)] });
  expect(homes(now, BOARD)).toEqual([]);
});
