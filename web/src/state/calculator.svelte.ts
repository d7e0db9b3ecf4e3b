import * as api from "../api/calculator";
import { addressOf, emptyPosition } from "../model/calculator";
import { placeOf } from "../model/paths";
import type { Board } from "../api/types";

const same = (one: api.TileLaid | undefined, other: api.TileLaid | undefined) =>
  one?.tile === other?.tile && one?.rotation === other?.rotation;

/** The position of the best-run calculator, and the answer of the server. The address of the page keeps it. */
export class Calculator {
  answer = $state.raw<api.Calculated | null>(null);
  problem = $state("");
  busy = $state(false);
  /** The selected hex, and the tiles that can be on it. */
  hex = $state<string | null>(null);
  tiles = $state.raw<readonly api.TileChoice[] | null>(null);
  /** The addresses before each change. */
  past = $state.raw<string[]>([]);
  private queue: Promise<void> = Promise.resolve();

  constructor(
    readonly title: string,
    readonly board: Board,
    readonly choices: api.Choices,
  ) {}

  get position(): api.Position | null {
    return this.answer?.position ?? null;
  }

  /** Open the position of an address, or that of a game, or the empty map. */
  async open(search: string) {
    const asked = new URLSearchParams(search);
    const game = asked.get("game");
    try {
      if (game) {
        const company = asked.get("company") || (this.board.corporations[0]?.id ?? "");
        const found = await api.ofMoment(game, asked.get("at") ?? "", company);
        // The game decides the title of the map, not the address.
        if (found.title === this.title) await this.ask(addressOf(found));
        else location.replace(`/runs/${found.title}?${addressOf(found)}`);
      } else await this.ask(search.replace(/^\?/, "") || this.empty);
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  get empty(): string {
    const company = this.position?.company ?? this.board.corporations[0]?.id ?? "";
    const reading = this.position?.reading ?? "";
    return addressOf({ ...emptyPosition(this.title, this.choices, company), reading });
  }

  /** Change the position. */
  change(changed: (position: api.Position) => api.Position) {
    return this.inTurn((now) => this.turnTo(addressOf(changed(now))));
  }

  /** Lay a tile on a hex. Without a tile, take the present one off. */
  lay(hex: string, tile: string | null, rotation = 0) {
    return this.inTurn((now) => this.turnTo(addressOf(now), tile === null ? hex : `${hex}.${tile}.${rotation}`));
  }

  /** Start again with the empty map. */
  clear() {
    this.queue = this.queue.then(() => this.turnTo(this.empty));
    return this.queue;
  }

  undo() {
    return this.inTurn(async () => {
      const last = this.past.at(-1);
      if (last !== undefined && (await this.ask(last))) this.past = this.past.slice(0, -1);
    });
  }

  async select(hex: string | null) {
    this.hex = hex;
    this.tiles = null;
    await this.findTiles();
  }

  /** Request the tiles for the selected hex. */
  private async findTiles() {
    const { hex } = this;
    if (hex === null) return;
    const now = this.position?.tiles[hex];
    try {
      const found = await api.tilesOn(this.title, hex, now);
      if (this.hex === hex && same(this.position?.tiles[hex], now)) this.tiles = found;
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  /** Do something with the newest position, after the changes before it: quick clicks wait for each other. */
  private inTurn(act: (now: api.Position) => Promise<void>): Promise<void> {
    this.queue = this.queue.then(() => (this.position ? act(this.position) : undefined));
    return this.queue;
  }

  private async turnTo(address: string, lay = "") {
    const before = this.position && addressOf(this.position);
    if ((await this.ask(address, lay)) && before !== null) this.past = [...this.past.slice(-99), before];
  }

  /** Request the runs of a position, and keep it in the address of the page. Return true if it is possible. */
  private async ask(address: string, lay = ""): Promise<boolean> {
    this.busy = true;
    try {
      const found = await api.best(this.title, address, lay);
      const before = this.hex === null ? undefined : this.position?.tiles[this.hex];
      this.answer = found;
      // The rotations that keep the track are those of the new tile.
      if (this.hex !== null && !same(found.position.tiles[this.hex], before)) void this.findTiles();
      this.problem = "";
      // A late answer must not change the address of a page that was opened in the meantime.
      const here = placeOf(location.pathname).runs;
      if (here === "" || here === this.title)
        history.replaceState(null, "", `/runs/${this.title}?${addressOf(found.position)}`);
      return true;
    } catch (error) {
      this.problem = (error as Error).message;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
