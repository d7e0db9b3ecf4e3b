import { pathOf, placeOf, type Where } from "./paths";

export const where = $state<Where>(placeOf(location.pathname));

function arrive() {
  Object.assign(where, placeOf(location.pathname));
}

export function go(game: string | null, at: number | null = null, replace = false) {
  history[replace ? "replaceState" : "pushState"](null, "", pathOf(game, at));
  arrive();
}

addEventListener("popstate", arrive);
