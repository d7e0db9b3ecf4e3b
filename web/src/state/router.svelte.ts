import { isPage, pathOf, placeOf, type Where } from "../model/paths";

export const where = $state<Where>(placeOf(location.pathname));
/** True if the page is a replay file. Its address never changes. */
let stays = false;

function arrive() {
  Object.assign(where, placeOf(location.pathname));
}

/** Show a game or the home page. A name that begins with a slash is the address of another page. */
export function go(game: string | null, at: number | null = null, replace = false) {
  if (stays) {
    Object.assign(where, { game, at });
    return;
  }
  history[replace ? "replaceState" : "pushState"](null, "", game?.startsWith("/") ? game : pathOf(game, at));
  arrive();
}

/** Keep the address unchanged from now on. */
export function stay(game: string) {
  stays = true;
  Object.assign(where, { game, at: 0 });
}

addEventListener("popstate", () => {
  if (!stays) arrive();
});

// Links to pages of the client change the page without loading it again. With a key held down, the browser opens them
// elsewhere. A link to the same page with another search loads it again.
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const held = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link?.href || link.target || link.download || held || event.defaultPrevented) return;
  const { origin, pathname, search, hash } = link;
  if (origin !== location.origin || pathname === location.pathname || !isPage(pathname)) return;
  event.preventDefault();
  if (!stays) go(pathname + search + hash);
});
