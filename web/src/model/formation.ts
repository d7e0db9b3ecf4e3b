import type { Formation, Future } from "../api/types";

/** The most futures that stand side by side. */
const BESIDE = 2;

/**
 * The futures to compare: of the choices about one company both, where they are two; of more the one that is chosen.
 * If nothing is selected, those of a real choice come first.
 */
export function compared({ futures }: Formation, chosen: number | null): Future[] {
  const pair = futures.find(({ about }) => futures.filter((other) => other.about === about).length === BESIDE);
  const picked = futures.find(({ choice }) => choice !== null && choice === chosen) ?? pair ?? futures[0];
  if (!picked) return [];
  const alike = futures.filter(({ about }) => about === picked.about);
  if (picked.choice === null) return alike.slice(0, BESIDE);
  return alike.length <= BESIDE ? alike : [picked];
}

/** What is supposed of corporations: whether each goes in. */
export type Supposed = Readonly<Record<string, boolean>>;

/** What is supposed with this said of one corporation more; said again it is left open. */
export function supposing(supposed: Supposed, corp: string, joins: boolean): Supposed {
  const { [corp]: before, ...others } = supposed;
  return before === joins ? others : { ...others, [corp]: joins };
}

/** What one of the futures is called in the head of a column. */
export const heading = (future: Future) => future.name.replace(`${future.about}: `, "");

/** Tokens that only some of these futures have, and those that all have. */
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
