import { text } from "../language/messages";
import { told } from "./logEntries";
import type { Chosen } from "../state/selection.svelte";
import type { LogEntry, View } from "../api/types";
import { allOf } from "./joined";
import { offerOf, question } from "./words";

/** The state of the page that screen readers announce. */
export interface Heard {
  view: View;
  /** The number of the newest moment. */
  newest: number;
  chosen: Chosen | null;
  /** True during a request. A selection that is cleared then has been sent. */
  busy: boolean;
  /** The entry that led to the moment shown, once it is known. */
  entry: LogEntry | undefined;
}

const bare = (said: string) => said.replace(/[.\s]+$/, "");
const whole = (said: string) => `${bare(said)}.`;

const chosenText = (chosen: Chosen | null) => (chosen ? offerOf(chosen.choice, chosen.amount) : "");

/** Return the players to act and their decision, or the winners, in the words of the dock. */
function standing({ decision, over, result, moment }: View): string {
  if (over && result?.winners.length) {
    const names = allOf(result.winners);
    return result.winners.length > 1 ? text(`${names} win`) : text(`${names} wins`);
  }
  return decision ? question(decision) : moment;
}

/** Announces each change of turn, selection and moment in one sentence. */
export class Spoken {
  private before: { at: number; version: number; live: boolean; chosen: string } | null = null;

  /** Return the sentence for a change. It is empty if nothing has changed, or if the cause is not known yet. */
  hear({ view, newest, chosen, busy, entry }: Heard): string {
    const { before } = this;
    const now = { at: view.at, version: view.version, live: view.live, chosen: chosenText(chosen) };
    const moved =
      before && (before.at !== now.at || before.live !== now.live || (now.live && before.version !== now.version));
    if (moved ? view.at > 0 && !entry : busy) return "";
    this.before = now;
    if (!before) return "";
    if (moved) {
      const happened = entry ? bare(entry.headline || told(entry)) : "The beginning";
      if (view.live) return whole(`${happened}; ${standing(view)}`);
      return whole(`Moment ${view.at} of ${newest}: ${happened}`);
    }
    if (before.chosen === now.chosen) return "";
    return whole(now.chosen ? `Chosen: ${now.chosen}` : "Nothing is chosen");
  }
}
