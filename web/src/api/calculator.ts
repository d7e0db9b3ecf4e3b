/** Requests of the best-run calculator. */
import { ask, ofGame, ofTitle } from "./requests";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type Choices = Schemas["CalculatorFacts"];
export type Position = Schemas["CalculatorPosition"];
export type TileChoice = Schemas["CalculatorTile"];
export type TileLaid = Schemas["TileLaid"];
export type City = Schemas["CityFacts"];
export type Calculated = Schemas["CalculatedRuns"];

const path = (title: string) => `${ofTitle(title)}/calculator`;

export const choices = (title: string) => ask<Choices>(path(title));
/** Request the tiles that can ever be on a hex, with the rotations that keep the track of its present tile. */
export async function tilesOn(title: string, hex: string, now: TileLaid | undefined): Promise<readonly TileChoice[]> {
  const tile = now ? `?${new URLSearchParams({ now: `${hex}.${now.tile}.${now.rotation}` }).toString()}` : "";
  return (await ask<Schemas["CalculatorHex"]>(`${path(title)}/hexes/${encodeURIComponent(hex)}${tile}`)).tiles;
}
/** Request the best runs of the position in an address. `lay` is one more tile, or a hex whose tile is taken off. */
export const best = (title: string, address: string, lay: string) => {
  const more = lay ? `&${new URLSearchParams({ lay }).toString()}` : "";
  return ask<Calculated>(`${path(title)}/runs?${address}${more}`);
};
export const ofMoment = (game: string, at: string, company: string) =>
  ask<Position>(
    `${ofGame(game)}/calculator/${encodeURIComponent(company)}${at ? `?at=${encodeURIComponent(at)}` : ""}`,
  );
