import { text } from "../language/messages";
import { dollars } from "./money";
import { allOf } from "./joined";
import type { Asked, Earnings, View, Way } from "../api/types";

/** The value of a row after one answer. */
export interface Cell {
  text: string;
  /** The change in dollars; null without a change, or if it cannot be counted. */
  more: number | null;
  /** True if the value stays the same as now. */
  same: boolean;
}

/** A value that an answer changes, or that is always shown: its present value, and its value after each answer. */
export interface Row {
  who: string;
  player: boolean;
  corp: boolean;
  what: string;
  now: string;
  cells: Cell[];
  /** Trains, shown in place of text. */
  trains?: { now: string[]; then: string[][] };
}

interface Named {
  name: string;
  before: number;
  after: number;
}
type Sums = { what: string; amount: number }[];

/** Return a row of dollars. It is left out if no answer changes the value and the present value is not given. */
function money(
  ways: Way[],
  about: Pick<Row, "who" | "player" | "corp" | "what">,
  now: number | null,
  changes: (way: Way) => Named[],
  sums: (way: Way) => Sums,
): Row[] {
  const found = ways.map((way) => changes(way).find(({ name }) => name === about.who));
  const before = now ?? found.find(Boolean)?.before;
  if (before === undefined) return [];
  const cells = ways.map((way, place) => ({
    text: dollars(found[place]?.after ?? before),
    more: sums(way).find(({ what }) => what === about.who)?.amount ?? null,
    same: !found[place],
  }));
  return [{ ...about, now: dollars(before), cells }];
}

/** Return the row of the best runs of a corporation. Its values are dots until `earnings` arrives. */
function runs(asked: Asked, corp: string, earnings: Earnings[] | null): Row {
  const found = earnings?.find((each) => each.corp === corp);
  const said = (total: number, proof: string) => (proof === "optimal" ? dollars(total) : `${dollars(total)}, ${proof}`);
  return {
    who: corp,
    player: false,
    corp: true,
    what: text("best runs"),
    now: found ? said(found.total, found.proof) : "…",
    cells: asked.ways.map(({ choice }) => {
      const then = found?.then.find((each) => each.choice === choice);
      return then
        ? { text: said(then.total, then.proof), more: then.more || null, same: !then.more }
        : { text: "…", more: null, same: true };
    }),
  };
}

/**
 * Return the rows of the player who must answer: gains, losses and the things given away. They are first and always
 * shown.
 */
function ofAsked({ kind, player, ways }: Asked, view: View): Row[] {
  const found = view.players.find(({ name }) => name === player);
  if (kind !== "offer" || !found) return [];
  const about = { who: player, player: true, corp: false };
  return [
    ...money(ways, { ...about, what: text("cash") }, found.cash, ({ outcome }) => outcome.cash, ({ cash }) => cash), // prettier-ignore
    ...money(ways, { ...about, what: text("worth") }, found.worth, ({ outcome }) => outcome.worth, ({ worth }) => worth), // prettier-ignore
    {
      ...about,
      what: text("gives away"),
      now: "",
      cells: ways.map(({ gives }) => ({ text: gives.join("; ") || text("nothing"), more: null, same: !gives.length })),
    },
  ];
}

/** Return all rows in which the answers to a question differ. */
export function rowsOf(asked: Asked, view: View, earnings: Earnings[] | null): Row[] {
  const { ways } = asked;
  const rows: Row[] = ofAsked(asked, view);
  const shown = rows[0]?.who;
  for (const { corp, trains } of asked.owned) {
    const about = { who: corp, player: false, corp: true };
    const cash = view.corporations.find(({ id }) => id === corp)?.cash ?? null;
    rows.push(...money(ways, { ...about, what: text("treasury") }, cash, ({ outcome }) => outcome.cash, ({ cash }) => cash)); // prettier-ignore
    const then = ways.map((way) => way.trains.find((each) => each.corp === corp)?.trains ?? []);
    const same = then.map((each) => each.join() === trains.join());
    rows.push({
      ...about,
      what: text("trains"),
      now: trains.join(" "),
      cells: then.map((each, place) => ({ text: each.join(" "), more: null, same: same[place]! })),
      trains: { now: trains, then },
    });
    rows.push(runs(asked, corp, earnings));
  }
  const concerned = asked.owned.map(({ corp }) => corp);
  for (const { id } of view.corporations.filter(({ id }) => !concerned.includes(id)))
    rows.push(...money(ways, { who: id, player: false, corp: true, what: text("treasury") }, null, ({ outcome }) => outcome.cash, ({ cash }) => cash)); // prettier-ignore
  for (const { name } of view.players.filter(({ name }) => name !== shown)) {
    const about = { who: name, player: true, corp: false };
    rows.push(
      ...money(
        ways,
        { ...about, what: text("cash") },
        null,
        ({ outcome }) => outcome.cash,
        ({ cash }) => cash,
      ),
    );
    rows.push(
      ...money(
        ways,
        { ...about, what: text("worth") },
        null,
        ({ outcome }) => outcome.worth,
        ({ worth }) => worth,
      ),
    );
  }
  return [...rows, ...owners(ways), ...nexts(asked)];
}

/** Return the rows of privates that change owner. */
function owners(ways: Way[]): Row[] {
  const all = ways.flatMap(({ outcome }) => outcome.privates);
  return [...new Set(all.map((each) => each.private))].map((id) => {
    const one = all.find((each) => each.private === id)!;
    const then = ways.map(({ outcome }) => outcome.privates.find((each) => each.private === id));
    return {
      who: one.name,
      player: false,
      corp: false,
      what: text("belongs to"),
      now: one.before || text("the bank"),
      cells: then.map((each) => ({
        text: each ? (each.closed ? text("closes") : each.after || text("the bank")) : one.before,
        more: null,
        same: !each,
      })),
    };
  });
}

/** Return the row of the next player to act, with the step. */
function nexts({ ways }: Asked): Row[] {
  const cells = ways.map(({ outcome: { next } }) => ({
    text: next ? `${allOf(next.seats)}: ${next.corp ? `${next.corp}, ` : ""}${next.step}` : text("the game ends"),
    more: null,
    same: false,
  }));
  return [{ who: "Next to act", player: false, corp: false, what: "", now: "", cells }];
}
