import type { Source } from "../state/history.svelte";
import type { Comments } from "../api/studies";
import type { Board, LogEntry, Moments, RunsMade, View } from "../api/types";

/** The change of a value: a new value in a list, changes by key, or null for a removed value. */
export type Change = [unknown] | { [key: string]: Change } | null;

/** A game in a replay page: the first moment, and the change of each entry. */
export interface Film {
  board: Board;
  symbols: string;
  view: View;
  changes: Change[];
  log: LogEntry[];
  moments: Moments;
  /** The comments on the moments of the game. */
  comments: Comments;
  /** The runs of the game by moment. */
  runs: Record<number, RunsMade>;
}

/** Apply a change to a value. Unchanged parts are shared, so that the page does not draw them again. */
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

/** Return all moments of a film, in order. */
export function momentsOf({ view, changes }: Film): View[] {
  const found = [view];
  for (const change of changes) found.push(changed(found.at(-1), change) as View);
  return found;
}

/** Decode the compressed game in a replay page. */
export async function unpacked(text: string): Promise<Film> {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(plain).json()) as Film;
}

/** Return a source that answers from a film as a server would. */
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
