import type { Shelf } from "../api/requests";

/** The filter of a list of games. The address contains it, so a list can be shared and opened again. */
export interface Listed {
  shelf: Shelf;
  title: string;
  player: string;
  text: string;
  /** The number of pages shown. */
  pages: number;
}

const SHELVES: Shelf[] = ["finished", "mine", "open", "watched", "away"];
/** The most pages that an address may request: each page is a request. */
export const MOST_PAGES = 20;

/** Return the filter of an address's query string. Invalid values count as missing. */
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

/** Return the address of a list. It contains only values that differ from the defaults. */
export function addressOf({ shelf, title, player, text, pages }: Listed): string {
  const said = new URLSearchParams();
  if (shelf !== "finished") said.set("shelf", shelf);
  for (const [name, words] of Object.entries({ title, player, text })) if (words.trim()) said.set(name, words.trim());
  if (pages > 1) said.set("pages", String(Math.min(pages, MOST_PAGES)));
  const search = said.toString();
  return search ? `/games?${search}` : "/games";
}
