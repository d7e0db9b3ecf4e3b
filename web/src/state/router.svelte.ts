import { pathOf, placeOf, type Where } from "../model/paths";

export const where = $state<Where>(placeOf(location.pathname));
/** Whether the page is a file: its address says nothing of a game, and stays. */
let stays = false;

function arrive() {
  Object.assign(where, placeOf(location.pathname));
}

/** Go to a game, or to the list of games; an address that begins with a stroke is another page. */
export function go(game: string | null, at: number | null = null, replace = false) {
  if (stays) {
    Object.assign(where, { game, at });
    return;
  }
  history[replace ? "replaceState" : "pushState"](null, "", game?.startsWith("/") ? game : pathOf(game, at));
  arrive();
}

/** From now on going somewhere leaves the address as it is. */
export function stay(game: string) {
  stays = true;
  Object.assign(where, { game, at: 0 });
}

addEventListener("popstate", () => {
  if (!stays) arrive();
});
