import { text } from "../language/messages";
import type { View } from "../api/types";

type Moment = Pick<View, "decision" | "players" | "live" | "over">;

/** Return the players at this screen: those in the settings, or else all who are not bots. */
export const mine = ({ players }: Moment, chosen: string[] | null): string[] =>
  chosen ?? players.filter(({ seat_kind }) => seat_kind === "person").map(({ name }) => name);

/** Return true if a player at this screen must decide. */
export const awaits = (view: Moment, chosen: string[] | null): boolean =>
  view.live && !view.over && (view.decision?.seats ?? []).some((seat) => mine(view, chosen).includes(seat));

/** Return true if a turn has come to this screen: no player here had to decide before. */
export const turnCame = (before: Moment | null, now: Moment, chosen: string[] | null): boolean =>
  before !== null && awaits(now, chosen) && !awaits(before, chosen);

/** Return the title of the page. It is visible from other windows, so it shows the player to act. */
export function titleOf(view: View, chosen: string[] | null): string {
  const who = view.over ? text("Over") : (view.decision?.seats.join(", ") ?? "…");
  const badge = awaits(view, chosen) ? "● " : "";
  return `${badge}${who} · ${view.title} · Trunkline`;
}
