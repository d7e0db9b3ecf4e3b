import { answered } from "../api/requests";
import type { Board } from "../api/types";

/** The symbol sheet of each board that was requested, as a promise. */
const brought = new Map<string, Promise<void>>();
/** The symbol sheet of a board. Thousands of drawings would make styles and searches of the page slow. */
interface Sheet {
  /** The lines of the drawings that no part of the page has used yet, by name. */
  lines: Map<string, string>;
  /** A separate document with the drawings in use. */
  document: Document;
  /** The copies of drawings in the page. */
  inPage: SVGSVGElement;
}
const sheets = new Map<string, Sheet>();
const LINE = /^<g id="([^"]+)">/;

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

/** Add a sheet, so that its drawings can be used. The server writes each drawing in one line. */
export function insert(text: string, hash: string) {
  const named = text.split("\n").map((line) => [LINE.exec(line)?.[1] ?? "", line] as const);
  const frame = named.filter(([name]) => !name).map(([, line]) => line);
  const inPage = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  inPage.setAttribute("aria-hidden", "true");
  inPage.classList.add("sheet");
  document.body.append(inPage);
  sheets.set(hash, {
    lines: new Map(named.filter(([name]) => name)),
    document: new DOMParser().parseFromString(frame.join(""), "image/svg+xml"),
    inPage,
  });
}

/** Return a drawing or a layer of one; null if the sheet has no drawing of this name. A line is parsed at its first use. */
export function drawing({ hash }: Pick<Board, "hash">, name: string): Element | null {
  const sheet = sheets.get(hash);
  if (!sheet) return null;
  // The name of a layer is that of its drawing, and a word.
  for (const whole of [name, name.slice(0, name.lastIndexOf("-"))]) {
    const line = sheet.lines.get(whole);
    if (line === undefined) continue;
    const drawings = sheet.document.querySelector("defs")!;
    drawings.insertAdjacentHTML("beforeend", line);
    const added = drawings.lastElementChild!;
    for (const part of [added, ...added.querySelectorAll("[id]")]) part.id = `${hash}-${part.id}`;
    sheet.lines.delete(whole);
  }
  return sheet.document.getElementById(`${hash}-${name}`);
}

/** Return the reference to a drawing, such as a tile. Copy it into the page if it is not there yet. */
export function symbol(board: Board, name: string): string {
  const id = `${board.hash}-${name}`;
  if (!document.getElementById(id)) {
    const drawn = drawing(board, name);
    // Copy the drawing with all its layers: each layer has a name.
    const whole = drawn?.closest("defs > *");
    if (whole) sheets.get(board.hash)!.inPage.append(document.importNode(whole, true));
  }
  return `#${id}`;
}

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
