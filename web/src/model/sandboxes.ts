import type { GameInfo } from "../api/types";

/** A game and the sandboxes that started in it or in one of them. */
export interface Shelved {
  game: GameInfo;
  sandboxes: GameInfo[];
}

const lately = (one: GameInfo, other: GameInfo) => other.moved.localeCompare(one.moved);

/** Return the games of a list, the latest first. A sandbox whose game is missing is listed alone. */
export function shelved(games: GameInfo[]): Shelved[] {
  const known = new Map(games.map((game) => [game.id, game]));
  function root(game: GameInfo): GameInfo {
    let [at, steps] = [game, 0];
    for (let from = at.origin && known.get(at.origin.game); from && steps < games.length; steps++) {
      at = from;
      from = at.origin && known.get(at.origin.game);
    }
    return at;
  }
  const found = new Map<string, Shelved>();
  for (const game of games.toSorted(lately)) {
    const base = root(game);
    const place = found.get(base.id) ?? { game: base, sandboxes: [] };
    if (game !== base) place.sandboxes.push(game);
    found.set(base.id, place);
  }
  return [...found.values()].sort((one, other) => lately(one.game, other.game));
}
