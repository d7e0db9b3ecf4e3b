import { answered } from "../api/requests";
import type { Board } from "../api/types";

/** The symbol sheet of each board that was requested, as a promise. */
const brought = new Map<string, Promise<void>>();
/**
 * The symbol sheet of each board, as a separate document. The page contains only the drawings in use: thousands of them
 * would make styles and searches slow.
 */
const sheets = new Map<string, { sheet: Document; inPage: SVGSVGElement }>();

/** Load the symbol sheet of a board, again after an error. `from` is the API address of its title or game. */
export function bring(from: string, { hash }: Pick<Board, "hash">): Promise<void> {
  let found = brought.get(hash);
  if (!found) {
    found = answered(`${from}/symbols.svg?h=${encodeURIComponent(hash)}`)
      .then((answer) => answer.text())
      .then((text) => insert(text, hash));
    brought.set(hash, found);
    found.catch(() => brought.delete(hash));
  }
  return found;
}

/** Add a sheet, so that its drawings can be used. */
export function insert(text: string, hash: string) {
  const sheet = new DOMParser().parseFromString(text, "image/svg+xml");
  const inPage = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  inPage.setAttribute("aria-hidden", "true");
  inPage.classList.add("sheet");
  sheet.querySelectorAll("[id]").forEach((part) => (part.id = `${hash}-${part.id}`));
  document.body.append(inPage);
  sheets.set(hash, { sheet, inPage });
}

/** Return the reference to a drawing, such as a tile. Copy it into the page if it is not there yet. */
export function symbol({ hash }: Board, name: string): string {
  const id = `${hash}-${name}`;
  const found = sheets.get(hash);
  const drawn = found?.sheet.getElementById(id);
  if (found && drawn && !document.getElementById(id)) {
    // Copy the drawing with all its layers: each layer has a name.
    const whole = drawn.closest("defs > *") ?? drawn;
    found.inPage.append(document.importNode(whole, true));
  }
  return `#${id}`;
}

/** Return a drawing of a sheet; null if the sheet has no drawing of this name. */
export const drawing = ({ hash }: Board, name: string) =>
  sheets.get(hash)?.sheet.getElementById(`${hash}-${name}`) ?? null;

/** A tile on the map: its id and rotation. */
export type Laid = readonly [string, number];

/** Return the symbol of a hex with its present tile, without the name of a layer. */
export const lying = (board: Board, hex: string, tile: Laid | undefined) =>
  tile ? `tile-${tile[0]}-${tile[1]}` : board.hexes[hex]!.symbol;

/** Return the symbol of the texts on a hex. Some hexes have one that places the name among the texts of the tile. */
export function writtenOn(board: Board, hex: string, tile: Laid | undefined): string {
  const over = tile && `over-${hex}-${tile[0]}-${tile[1]}`;
  return over && drawing(board, over) ? over : `${lying(board, hex, tile)}-texts`;
}

/**
 * Copy the content of a symbol into the page, where its texts can be measured. `turned` keeps the texts upright on a
 * map that is seen from the other side.
 */
export function written(node: SVGGElement, from: { board: Board; name: string; turned: boolean }) {
  const put = ({ board, name, turned }: typeof from) => {
    const copies = [...(drawing(board, name)?.children ?? [])].map((part) => document.importNode(part, true));
    if (turned)
      copies.forEach((copy) => copy.setAttribute("transform", `${copy.getAttribute("transform") ?? ""} rotate(180)`));
    node.replaceChildren(...copies);
  };
  put(from);
  return { update: put };
}
