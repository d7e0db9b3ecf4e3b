/** Actions that the page sends without asking, by two settings of the player. */
import type { Action, View } from "../api/types";
import { awaits } from "./alerts";
import type { Wishes } from "./preferences";

export interface Wanted {
  wishes: Pick<Wishes, "ending" | "single">;
  /** The players at this screen; null for all. */
  here: string[] | null;
  /** True in the guided first game. */
  guided: boolean;
}
type Moment = Pick<View, "decision" | "players" | "live" | "over" | "withheld">;

/** Return the action that the settings take now, if any. The server decides which actions need no decision. */
export function automatic(view: Moment, { wishes, here, guided }: Wanted): Action | null {
  const found = view.decision?.obvious;
  if (!found || view.withheld || !awaits(view, here)) return null;
  const people = view.players.filter(({ seat_kind }) => seat_kind === "person").length;
  const wanted =
    found.why === "bought"
      ? wishes.ending === "always" || (wishes.ending === "guided" && guided)
      : wishes.single === "always" || (wishes.single === "bots" && people === 1 && view.players.length > 1);
  return wanted ? (found.action as Action) : null;
}
