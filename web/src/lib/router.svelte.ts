/** Where the page is: the list of games, a game, or a moment of a game. */
export interface Where {
  game: string | null;
  at: number | null;
}

function read(): Where {
  const found = /^\/g\/([\w-]+)(?:\/at\/(\d+))?\/?$/.exec(location.pathname);
  return { game: found?.[1] ?? null, at: found?.[2] === undefined ? null : Number(found[2]) };
}

export const where = $state<Where>(read());

function arrive() {
  Object.assign(where, read());
}

export function pathOf(game: string | null, at: number | null = null): string {
  if (game === null) return "/";
  return at === null ? `/g/${game}` : `/g/${game}/at/${at}`;
}

export function go(game: string | null, at: number | null = null, replace = false) {
  history[replace ? "replaceState" : "pushState"](null, "", pathOf(game, at));
  arrive();
}

addEventListener("popstate", arrive);
