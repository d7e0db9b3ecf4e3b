import { describe, expect, test } from "vitest";
import { mark } from "../src/model/runMarks";
import { type Scheme, apart, contrast, eyes, palette, rgb } from "./colours";

const TEXT = 4.5;
const MARK = 3;
/** What is written on what. */
const WRITTEN: [string[], string[]][] = [
  [
    ["ink", "soft", "accent", "warn", "bad"],
    ["card", "ground"],
  ],
  [["accent-ink"], ["accent"]],
  [["warn", "ink"], ["warn-ground"]],
  [["seat-0", "seat-1", "seat-2", "seat-3", "seat-4", "seat-5"], ["card"]],
  [["print"], ["yellow", "green", "brown", "gray", "red", "paper"]],
  [["print"], ["land", "lake", "void"]],
];
/** What is drawn on what, and means something. */
const DRAWN: [string[], string[]][] = [
  [["rail"], ["yellow", "green", "brown", "gray", "red", "bed", "paper"]],
  [["mark"], ["card"]],
];
const TILES = ["yellow", "green", "brown", "gray"];
const RUNS = Array.from({ length: 6 }, (_, index) => mark(index));

for (const scheme of ["light", "dark"] as Scheme[])
  for (const kind of ["usual", "distinct"] as const)
    describe(`${scheme}, ${kind}`, () => {
      const colours = palette(scheme, kind);
      const colour = (name: string) => rgb(colours[name] ?? `no colour --${name}`);
      const pairs = (of: [string[], string[]][]) =>
        of.flatMap(([tops, grounds]) => tops.flatMap((top) => grounds.map((ground) => [top, ground] as const)));
      const low = (of: [string[], string[]][], least: number) =>
        pairs(of)
          .map(([top, ground]) => [`${top} on ${ground}`, contrast(colour(top), colour(ground))] as const)
          .filter(([, found]) => !(found >= least))
          .map(([name, found]) => `${name}: ${found.toFixed(2)}`);

      test("text can be read", () => expect(low(WRITTEN, TEXT)).toEqual([]));
      test("marks are seen", () => expect(low(DRAWN, MARK)).toEqual([]));
    });

test.each(eyes)("the distinct palette can be told apart by %s eyes", (eye) => {
  for (const scheme of ["light", "dark"] as Scheme[]) {
    const colours = palette(scheme, "distinct");
    const close = TILES.flatMap((one, at) =>
      TILES.slice(at + 1)
        .map(
          (other) => [`${scheme}: ${one} and ${other}`, apart(rgb(colours[one]!), rgb(colours[other]!), eye)] as const,
        )
        .filter(([, found]) => found < 0.07)
        .map(([name, found]) => `${name} ${found.toFixed(3)}`),
    );
    expect(close).toEqual([]);
  }
});

test("runs are told apart without their colours", () => {
  expect(new Set(RUNS.map(({ letter }) => letter)).size).toBe(RUNS.length);
  expect(new Set(RUNS.map(({ dash }) => dash)).size).toBe(RUNS.length);
  for (const { colour } of RUNS) expect(contrast(rgb(colour), rgb("#ffffff"))).toBeGreaterThan(TEXT);
});

test("every colour follows the wish for light or dark", () => {
  // A media query knows the system alone; light-dark() knows what was chosen here as well.
  const styled = import.meta.glob<string>("../src/**/*.{css,svelte}", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  expect(Object.keys(styled).length).toBeGreaterThan(10);
  const asking = Object.keys(styled).filter((name) => styled[name]!.includes("prefers-color-scheme"));
  expect(asking).toEqual([]);
});
