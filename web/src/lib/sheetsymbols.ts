import type { Board } from "./types";

/** The symbol sheet of each board, brought into the page once so that drawings can use it by name. */
const brought = new Map<string, Promise<void>>();

/** `from` is where the board is found: a title or a game of the API. */
export function bring(from: string, { hash }: Board): Promise<void> {
  let found = brought.get(hash);
  if (!found) {
    found = fetch(`${from}/symbols.svg?h=${encodeURIComponent(hash)}`)
      .then((answer) => answer.text())
      .then((text) => insert(text, hash));
    brought.set(hash, found);
  }
  return found;
}

/** Bring a sheet into the page. */
export function insert(text: string, hash: string) {
  const sheet = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  sheet.setAttribute("aria-hidden", "true");
  sheet.classList.add("sheet");
  sheet.querySelectorAll("[id]").forEach((part) => (part.id = `${hash}-${part.id}`));
  document.body.append(document.importNode(sheet, true));
}

/** What a drawing on a board is called on the page, such as a tile. */
export const symbol = ({ hash }: Board, name: string) => `#${hash}-${name}`;

/** The drawing itself; null where the sheet has none of this name. */
export const drawing = ({ hash }: Board, name: string) => document.getElementById(`${hash}-${name}`);

/** A tile as it lies: its id and rotation. */
export type Laid = readonly [string, number];

/** The symbol of a hex as it lies, without the name of a layer. */
export const lying = (board: Board, hex: string, tile: Laid | undefined) =>
  tile ? `tile-${tile[0]}-${tile[1]}` : board.hexes[hex]!.symbol;

/** The symbol of what is written on a hex: on some the name finds its place among the texts of the tile. */
export function writtenOn(board: Board, hex: string, tile: Laid | undefined): string {
  const over = tile && `over-${hex}-${tile[0]}-${tile[1]}`;
  return over && drawing(board, over) ? over : `${lying(board, hex, tile)}-texts`;
}

/** Put what a symbol holds into the page itself, where its texts can be measured; `turned` stands them upright on a
 * map that is seen from the other side. */
export function written(node: SVGGElement, from: { board: Board; name: string; turned: boolean }) {
  const put = ({ board, name, turned }: typeof from) => {
    const copies = [...(drawing(board, name)?.children ?? [])].map((part) => part.cloneNode(true) as Element);
    if (turned)
      copies.forEach((copy) => copy.setAttribute("transform", `${copy.getAttribute("transform") ?? ""} rotate(180)`));
    node.replaceChildren(...copies);
  };
  put(from);
  return { update: put };
}
