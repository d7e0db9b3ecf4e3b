import { mergeWarnings } from "../api/warnings";
import { keep, recall } from "../browser/storage";
import { momentsOf, type Moments, ownerOf, stored, warnsAt } from "../model/warned";
import { known, me } from "./me.svelte";
import { comfort } from "./settings.svelte";

const KEY = "trunkline-warned";

/**
 * The kinds of warnings that were shown or dismissed. The browser stores them, and the server does for a person with
 * an account, so that another browser does not show them again.
 */
class Warned {
  private moments = $state.raw<Moments>(momentsOf(recall(KEY)));
  /** The account whose moments are here; null if none is signed in, undefined before the first warning. */
  private account = $state<string | null>();

  constructor() {
    addEventListener("storage", ({ key }) => {
      if (key === KEY) this.moments = momentsOf(recall(KEY));
    });
  }

  /** Return whether a kind of warning is shown at a moment. None is before the account's moments are known. */
  warns(kind: string, moment: string): boolean {
    const wish = comfort.of("warnings");
    if (wish !== "once") return wish === "always";
    return this.account === me.name && warnsAt(this.moments, kind, moment);
  }

  /** Merge the moments of this browser with those of the account. Those of another account are forgotten here. */
  async sync() {
    await known();
    if (this.account === me.name) return;
    const owner = ownerOf(recall(KEY));
    if (me.accounts && owner && owner !== me.name) this.store({}, "");
    if (me.name !== null) await this.send(this.moments);
    this.account = me.name;
  }

  /** Remember the moment at which a kind of warning was shown first. */
  hasWarned(kind: string, moment: string) {
    if (!(kind in this.moments)) this.set(kind, moment);
  }

  /** Show a kind of warning no more. */
  dismiss(kind: string) {
    this.set(kind, "");
    if (comfort.of("warnings") === "always") comfort.wish("warnings", "once");
  }

  private set(kind: string, moment: string) {
    // Another window may have stored other kinds.
    this.store({ ...momentsOf(recall(KEY)), [kind]: moment }, ownerOf(recall(KEY)));
    if (me.name !== null) void this.send({ [kind]: moment });
  }

  private async send(changed: Moments) {
    const owner = me.name ?? "";
    try {
      const moments = await mergeWarnings(changed);
      if (me.name === owner) this.store(momentsOf(stored(moments)), owner);
    } catch {
      // The browser has the moments. The next visit sends them again.
    }
  }

  private store(moments: Moments, owner: string) {
    this.moments = moments;
    keep(KEY, stored(moments, owner));
  }
}

export const warned = new Warned();
