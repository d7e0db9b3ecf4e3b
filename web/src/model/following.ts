/** The figures of one player, as the page that a phone follows shows them. */
import { text } from "../language/messages";
import { allOf } from "./joined";
import type { Corporation, View } from "../api/types";

/** The shares of one company that a player holds. Price and value are null if the company has no price yet. */
export interface Held {
  corp: string;
  percent: number;
  president: boolean;
  price: number | null;
  value: number | null;
}

const companyOf = (view: View, id: string) => view.corporations.find((corp) => corp.id === id);

/** Return the shares of a player by company, the most valuable first. */
export function sharesOf(view: View, name: string): Held[] {
  const player = view.players.find((each) => each.name === name);
  return (player?.shares ?? [])
    .map(({ corp, percent, president }) => {
      const company = companyOf(view, corp);
      const count = company?.holdings.find(({ place, player: held }) => held && place === name)?.shares ?? 0;
      const price = company?.price ?? null;
      return { corp, percent, president, price, value: price === null ? null : price * count };
    })
    .sort((one, other) => (other.value ?? 0) - (one.value ?? 0) || one.corp.localeCompare(other.corp, "en"));
}

/** Return the companies of which a player is the president, in operating order. */
export const presidentOf = (view: View, name: string): Corporation[] =>
  view.corporations
    .filter(({ president, status }) => president === name && status !== "closed")
    .sort((one, other) => (one.order ?? 99) - (other.order ?? 99));

/** Return the end of a game in one sentence, with its winners. Empty if the game continues. */
export function endOf(view: View): string {
  const winners = [...(view.result?.winners ?? [])];
  if (!view.over) return "";
  return winners.length ? text(`The game is over: ${allOf(winners)} won.`) : text("The game is over.");
}

/** The most lines of the log in a view. */
const LINES = 12;

/** Return the last moves with their lines, the latest first. */
export function lastMoves(view: View, most: number): { number: number; lines: string[] }[] {
  const found: { number: number; lines: string[] }[] = [];
  for (const { number, text } of view.last_entries) {
    const last = found.at(-1);
    if (last?.number === number) last.lines.push(text);
    else found.push({ number, lines: [text] });
  }
  // A full list may begin in the middle of a move.
  if (view.last_entries.length >= LINES && found.length > 1) found.shift();
  return found.slice(-most).reverse();
}
