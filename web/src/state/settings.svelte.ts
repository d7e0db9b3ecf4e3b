import { keep, recall } from "../browser/storage";
import { type Wish, type Wishes, lookOf, wishesOf } from "../model/preferences";

const WISHES = "trunkline-comfort";
/** Read by `public/first.js` before anything is drawn. */
const LOOK = "trunkline-look";
const SEATS = "trunkline-seats";
const WARNED = "trunkline-warned";
/** The most games whose players at this screen are stored. The latest are kept. */
const GAMES = 40;

/** The settings of the page. The browser stores them and applies them in all its windows. */
class Comfort {
  private wishes = $state.raw<Wishes>(wishesOf(recall(WISHES)));
  private seats = $state.raw<Record<string, string[]>>(seatsOf(recall(SEATS)));

  /** The moment at which each kind of warning was shown. */
  private warned = $state.raw<Record<string, string>>(momentsOf(recall(WARNED)));

  constructor() {
    this.show();
    addEventListener("storage", ({ key }) => {
      if (key === WISHES) this.wishes = wishesOf(recall(WISHES));
      if (key === SEATS) this.seats = seatsOf(recall(SEATS));
      if (key === WARNED) this.warned = momentsOf(recall(WARNED));
      this.show();
    });
  }

  /** Return the value of a setting. */
  of<K extends Wish>(wish: K): Wishes[K] {
    return this.wishes[wish];
  }

  wish<K extends Wish>(wish: K, value: Wishes[K]) {
    this.wishes = { ...this.wishes, [wish]: value };
    keep(WISHES, this.wishes);
    this.show();
  }

  /** True if the map shows names of places. */
  get names() {
    return this.wishes.names === "shown";
  }
  /** True if the map shows coordinates and tile numbers. */
  get coordinates() {
    return this.wishes.coordinates === "shown";
  }
  /** True if the map is seen from the other side of the table. */
  get turned() {
    return this.wishes.map === "round";
  }

  /** Return the seats that are played at this screen; null if not set. */
  seatsHere(game: string): string[] | null {
    return this.seats[game] ?? null;
  }

  /** Set the players at this screen; null for all. */
  sit(game: string, seats: string[] | null) {
    const others = Object.entries(this.seats).filter(([id]) => id !== game);
    this.seats = Object.fromEntries([...others, ...(seats ? [[game, seats] as const] : [])].slice(-GAMES));
    keep(SEATS, this.seats);
  }

  /** Return whether a kind of warning is shown at a moment. */
  warns(kind: string, moment: string): boolean {
    if (this.wishes.warnings !== "once") return this.wishes.warnings === "always";
    return (this.warned[kind] ?? moment) === moment;
  }

  /** Remember the moment at which a kind of warning was shown first. */
  hasWarned(kind: string, moment: string) {
    if (kind in this.warned) return;
    this.warned = { ...this.warned, [kind]: moment };
    keep(WARNED, this.warned);
  }

  /** Show a kind of warning no more. */
  dismiss(kind: string) {
    this.warned = { ...this.warned, [kind]: "" };
    keep(WARNED, this.warned);
    if (this.wishes.warnings === "always") this.wish("warnings", "once");
  }

  private show() {
    const look = lookOf(this.wishes);
    Object.assign(document.documentElement.dataset, look);
    keep(LOOK, look);
  }
}

const seatsOf = (kept: unknown) => valuesOf(kept, (value): value is string[] => Array.isArray(value));
const momentsOf = (kept: unknown) => valuesOf(kept, (value): value is string => typeof value === "string");

/** Return the entries of a stored object whose values are of a type. Stored data may contain anything. */
function valuesOf<T>(kept: unknown, is: (value: unknown) => value is T): Record<string, T> {
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, T] => is(entry[1])));
}

export const comfort = new Comfort();
