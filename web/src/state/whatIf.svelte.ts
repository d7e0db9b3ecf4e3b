import * as api from "../api/requests";
import type { Choice, LayProspect, RouteInfo, SlotProspect, View, WhatIfFacts } from "../api/types";

export type Prospect = LayProspect | SlotProspect;

/** Kinds of choices whose effect on the best runs is requested. */
const ASKED: readonly string[] = ["lay_tile", "place_token"];

/**
 * The effect of each lay and token on the best runs, requested once for each version. Slow results arrive hex by hex.
 */
export class WhatIf {
  /** The figures for the present version; null before the first answer, and if none are requested. */
  facts = $state.raw<WhatIfFacts | null>(null);
  private known = $state.raw<ReadonlyMap<number, Prospect>>(new Map());
  /** The best runs after the selected choice, for the map. Null while they are not known. */
  runs = $state.raw<RouteInfo[] | null>(null);
  private version = -1;
  private corp: string | null = null;
  private asked = 0;

  constructor(private readonly id: string) {}

  /** True if more figures will arrive. */
  get coming(): boolean {
    return (this.facts?.waiting.length ?? 0) > 0;
  }

  /** Request the figures for a view, once for each version. */
  async follow(view: View | null) {
    const version = view?.live ? view.version : -1;
    if (version === this.version) return;
    this.version = version;
    this.facts = null;
    this.known = new Map();
    const corp = view && version >= 0 ? acting(view) : null;
    this.corp = corp;
    if (!corp) return;
    try {
      await this.ask(version, corp);
    } catch {
      // The figures are optional: the game works without them.
    }
  }

  /** Request the best runs after a choice that is a lay or a token. Other choices and null have none. */
  async look(choice: Choice | null) {
    const mine = ++this.asked;
    this.runs = null;
    const { corp, version } = this;
    if (!choice?.place || !corp || !ASKED.includes(choice.action?.kind ?? "")) return;
    try {
      const { routes } = await api.runsAfter(this.id, corp, version, choice.id);
      if (mine === this.asked) this.runs = routes;
    } catch {
      // These runs are optional, too.
    }
  }

  /** Return the effect of a choice; null while it is not known, and for choices that are neither a lay nor a token. */
  of(choice: Choice): Prospect | null {
    return this.known.get(choice.id) ?? null;
  }

  /** Return the largest known effect on a hex. The map shows it. */
  best(hex: string): Prospect | null {
    let found: Prospect | null = null;
    for (const each of this.known.values())
      if (each.hex === hex && each.delta > (found?.delta ?? -Infinity)) found = each;
    return found;
  }

  private async ask(version: number, corp: string) {
    this.take(version, await api.whatIf(this.id, corp, version));
    while (this.version === version && this.facts?.waiting.length) {
      const [hex, ...waiting] = this.facts.waiting;
      const more = await api.whatIf(this.id, corp, version, hex);
      const { lays, slots } = this.facts;
      this.take(version, { ...more, lays: [...lays, ...more.lays], slots: [...slots, ...more.slots], waiting });
    }
  }

  private take(version: number, facts: WhatIfFacts) {
    if (this.version !== version) return;
    this.facts = facts;
    this.known = new Map([...facts.lays, ...facts.slots].map((each) => [each.choice, each]));
  }
}

/** Return the corporation whose lays and tokens are among the choices. */
function acting(view: View): string | null {
  const groups = view.withheld ? [] : (view.decision?.groups ?? []);
  const asked = groups.filter(({ kind }) => ASKED.includes(kind)).flatMap(({ choices }) => choices);
  return asked.find(({ corp }) => corp)?.corp ?? null;
}
