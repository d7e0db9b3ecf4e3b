import type { Formation, Future } from "../api/types";

/** The most futures in a comparison. */
const BESIDE = 2;

/**
 * Return the futures to compare. If a company has two choices, these are both; if it has more, only the selected one.
 * If nothing is selected, a company with two choices comes first.
 */
export function compared({ futures }: Formation, chosen: number | null): Future[] {
  const pair = futures.find(({ about }) => futures.filter((other) => other.about === about).length === BESIDE);
  const picked = futures.find(({ choice }) => choice !== null && choice === chosen) ?? pair ?? futures[0];
  if (!picked) return [];
  const alike = futures.filter(({ about }) => about === picked.about);
  if (picked.choice === null) return alike.slice(0, BESIDE);
  return alike.length <= BESIDE ? alike : [picked];
}

/**
 * The widths of a column of a table about the formation in rem: of most columns, and of one with shares and bonds. A
 * narrower table writes each row as a list.
 */
const [COLUMN, WIDE] = [5.3, 8.3];

/** Return true if a table has room for its columns. */
export const columnsFit = (pixels: number, columns: number, wide = 0) =>
  pixels >= (columns * COLUMN + wide * WIDE) * parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Assumptions about corporations: true if the corporation joins. */
export type Supposed = Readonly<Record<string, boolean>>;

/** Add an assumption about a corporation. The same assumption twice removes it. */
export function supposing(supposed: Supposed, corp: string, joins: boolean): Supposed {
  const { [corp]: before, ...others } = supposed;
  return before === joins ? others : { ...others, [corp]: joins };
}

/** Return the name of a future for the head of its column. */
export const heading = (future: Future) => future.name.replace(`${future.about}: `, "");

/** Return the tokens of these futures. `sure` is true for a token that all of them have. */
export function tokensOf(futures: Future[]) {
  const count = new Map<string, { hex: string; stop: number; home: boolean; times: number }>();
  for (const { tokens } of futures)
    for (const token of tokens) {
      const key = `${token.hex}.${token.stop}`;
      const known = count.get(key);
      if (known) known.times += 1;
      else count.set(key, { ...token, times: 1 });
    }
  return [...count.values()].map((token) => ({ ...token, sure: token.times === futures.length }));
}
