import type { Shelf } from "../api/requests";

/** The filter of a list of games, as in its address: a list is a link to share and return to. */
export interface Listed {
  shelf: Shelf;
  title: string;
  player: string;
  text: string;
  /** How many pages of it are shown. */
  pages: number;
}

const SHELVES: Shelf[] = ["finished", "mine", "open", "watched", "away"];
/** Pages that an address may ask for: each is a request. */
export const MOST_PAGES = 20;

/** What an address asks for behind its question mark; what it says wrongly is as if it were not there. */
export function listedOf(search: string): Listed {
  const said = new URLSearchParams(search);
  const words = (name: string) => (said.get(name) ?? "").trim().slice(0, 100);
  const pages = Number(said.get("pages"));
  return {
    shelf: SHELVES.find((shelf) => shelf === said.get("shelf")) ?? "finished",
    title: words("title"),
    player: words("player"),
    text: words("text"),
    pages: Number.isInteger(pages) ? Math.min(Math.max(pages, 1), MOST_PAGES) : 1,
  };
}

/** The address of a list: it says only what is not so by itself. */
export function addressOf({ shelf, title, player, text, pages }: Listed): string {
  const said = new URLSearchParams();
  if (shelf !== "finished") said.set("shelf", shelf);
  for (const [name, words] of Object.entries({ title, player, text })) if (words.trim()) said.set(name, words.trim());
  if (pages > 1) said.set("pages", String(Math.min(pages, MOST_PAGES)));
  const search = said.toString();
  return search ? `/games?${search}` : "/games";
}
