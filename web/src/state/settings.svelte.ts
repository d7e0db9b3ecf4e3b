import { keep, recall } from "../browser/storage";
import { type Wish, type Wishes, lookOf, wishesOf } from "../model/preferences";

const WISHES = "trunkline-comfort";
/** Read by `public/first.js` before anything is drawn. */
const LOOK = "trunkline-look";
const SEATS = "trunkline-seats";
/** The most games whose players at this screen are stored. The latest are kept. */
const GAMES = 40;

/** The settings of the page. The browser stores them and applies them in all its windows. */
class Comfort {
  private wishes = $state.raw<Wishes>(wishesOf(recall(WISHES)));
  private seats = $state.raw<Record<string, string[]>>(seatsOf(recall(SEATS)));

  constructor() {
    this.show();
    addEventListener("storage", ({ key }) => {
      if (key === WISHES) this.wishes = wishesOf(recall(WISHES));
      if (key === SEATS) this.seats = seatsOf(recall(SEATS));
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

  private show() {
    const look = lookOf(this.wishes);
    Object.assign(document.documentElement.dataset, look);
    keep(LOOK, look);
  }
}

/** Return the seats by game. Stored data may contain anything. */
function seatsOf(kept: unknown): Record<string, string[]> {
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string[]] => Array.isArray(entry[1])),
  );
}

export const comfort = new Comfort();
