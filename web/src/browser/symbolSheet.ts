import type { Board } from "../api/types";

/** The symbol sheet of each board that was requested, as a promise. */
const brought = new Map<string, Promise<void>>();
/**
 * The sheets by board, each a separate document. Only the drawings in use are put into the page: with thousands of
 * them, styles and searches would be slow.
 */
const sheets = new Map<string, { sheet: Document; inPage: SVGSVGElement }>();

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

/** Make a sheet known, whose drawings can be used from then on. */
export function insert(text: string, hash: string) {
  const sheet = new DOMParser().parseFromString(text, "image/svg+xml");
  const inPage = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  inPage.setAttribute("aria-hidden", "true");
  inPage.classList.add("sheet");
  sheet.querySelectorAll("[id]").forEach((part) => (part.id = `${hash}-${part.id}`));
  document.body.append(inPage);
  sheets.set(hash, { sheet, inPage });
}

/** How a drawing on a board is referred to on the page, such as a tile; it is put there if it is not yet. */
export function symbol({ hash }: Board, name: string): string {
  const id = `${hash}-${name}`;
  const found = sheets.get(hash);
  const drawn = found?.sheet.getElementById(id);
  if (found && drawn && !document.getElementById(id)) {
    // With all its layers: each has its own name.
    const whole = drawn.closest("defs > *") ?? drawn;
    found.inPage.append(document.importNode(whole, true));
  }
  return `#${id}`;
}

/** The drawing itself; null where the sheet has none of this name. */
export const drawing = ({ hash }: Board, name: string) =>
  sheets.get(hash)?.sheet.getElementById(`${hash}-${name}`) ?? null;

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
    const copies = [...(drawing(board, name)?.children ?? [])].map((part) => document.importNode(part, true));
    if (turned)
      copies.forEach((copy) => copy.setAttribute("transform", `${copy.getAttribute("transform") ?? ""} rotate(180)`));
    node.replaceChildren(...copies);
  };
  put(from);
  return { update: put };
}
