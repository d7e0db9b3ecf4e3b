import type { Source } from "../state/history.svelte";
import type { Board, LogEntry, Moments, RunsMade, View } from "../api/types";

/** The change from one value to another: a new value in a list, changes at some keys, or null for a removed one. */
export type Change = [unknown] | { [key: string]: Change } | null;

/** A whole game as it is written into a page: the first moment, and what changed with each entry. */
export interface Film {
  board: Board;
  symbols: string;
  view: View;
  changes: Change[];
  log: LogEntry[];
  moments: Moments;
  /** All runs that were made, by their moments. */
  runs: Record<number, RunsMade>;
}

/** A value with a change. Unchanged parts are shared, so that they are not drawn again. */
export function changed(value: unknown, change: Change): unknown {
  if (Array.isArray(change)) return change[0];
  if (!change || !Object.keys(change).length) return value;
  const made = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  for (const [key, part] of Object.entries(change)) {
    if (part === null) delete made[key];
    else made[key] = changed(made[key], part);
  }
  return made;
}

/** All moments of a film, in order. */
export function momentsOf({ view, changes }: Film): View[] {
  const found = [view];
  for (const change of changes) found.push(changed(found.at(-1), change) as View);
  return found;
}

/** The game in a page: compressed, as letters. */
export async function unpacked(text: string): Promise<Film> {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(plain).json()) as Film;
}

/** A film as what a table would answer. */
export function sourceOf(film: Film): Source {
  const views = momentsOf(film);
  return {
    view: (_, at) => Promise.resolve(views[at ?? views.length - 1]!),
    log: (_, after = 0) => Promise.resolve(film.log.filter(({ number }) => number > after)),
    moments: () => Promise.resolve(film.moments),
    lastRun: (_, corp, at) => {
      const { corporations } = views[at ?? views.length - 1]!;
      const number = corporations.find(({ id }) => id === corp)?.last_run?.number;
      return Promise.resolve(film.runs[number ?? -1]!);
    },
  };
}
