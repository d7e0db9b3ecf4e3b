import { render } from "svelte/server";
import { expect, test } from "vitest";
import ChartHex from "../src/components/panels/ChartHex.svelte";
import { HEX, hexPoints } from "../src/model/chartHexes";

const [WIDTH, ROW] = [60, 45];
/** Return the corners of the hex in a box of the chart, in which every second row is half a box further right. */
const corners = (row: number, column: number) =>
  hexPoints(WIDTH, ROW * HEX, (column + (row % 2) / 2) * WIDTH, row * ROW).split(" ");
const shared = (one: string[], other: string[]) => one.filter((corner) => other.includes(corner));

test("a hex touches its six neighbours with a whole side, and no other hex", () => {
  const hex = corners(2, 2);
  const around = [0, 1, 2, 3, 4].flatMap((row) =>
    [0, 1, 2, 3, 4].map((column) => ({ at: `${row} ${column}`, sides: shared(hex, corners(row, column)).length })),
  );
  const touching = around.filter(({ sides }) => sides === 2).map(({ at }) => at);
  expect(touching).toEqual(["1 1", "1 2", "2 1", "2 3", "3 1", "3 2"]);
  expect(around.filter(({ sides }) => sides === 6)).toHaveLength(1);
});

test("a hex of the chart shows its zone, and a par price has a second border", () => {
  const drawn = (par: boolean, zone: "" | "brown") =>
    render(ChartHex, { props: { box: { price: 60, par, zone, arrow: "" } } }).body;
  expect(drawn(false, "brown")).toMatch(/class="hex zone-brown[ "]/);
  expect(drawn(false, "brown").match(/<polygon/g)).toHaveLength(1);
  expect(drawn(true, "").match(/<polygon/g)).toHaveLength(2);
  expect(drawn(true, "")).toContain('aria-hidden="true"');
});
