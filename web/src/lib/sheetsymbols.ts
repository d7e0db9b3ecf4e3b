import type { Board } from "./types";

/** The symbol sheet of each board, brought into the page once so that drawings can use it by name. */
const brought = new Map<string, Promise<void>>();

/** `from` is where the board is found: a title or a game of the API. */
export function bring(from: string, { hash }: Board): Promise<void> {
  let found = brought.get(hash);
  if (!found) {
    found = fetch(`${from}/symbols.svg?h=${encodeURIComponent(hash)}`)
      .then((answer) => answer.text())
      .then((text) => {
        const sheet = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
        sheet.setAttribute("aria-hidden", "true");
        sheet.classList.add("sheet");
        sheet.querySelectorAll("[id]").forEach((part) => (part.id = `${hash}-${part.id}`));
        document.body.append(document.importNode(sheet, true));
      });
    brought.set(hash, found);
  }
  return found;
}

/** What a drawing on a board is called on the page, such as a tile. */
export const symbol = ({ hash }: Board, name: string) => `#${hash}-${name}`;
