import type { Choices, Position, TileChoice, TileLaid } from "../api/calculator";

/** The sign between the parts of a list in an address. No hex, tile or train has it in its name. */
const BETWEEN = "_";

/** Return a position as the search of an address. The company is last, so that an address that is cut off has none. */
export function addressOf(position: Position): string {
  const { phase, trains, tiles, tokens, bonuses, ferries, owned, cash, reading, company } = position;
  const lists: [string, string[]][] = [
    ["trains", [...trains]],
    ["tiles", Object.entries(tiles).map(([hex, { tile, rotation }]) => `${hex}.${tile}.${rotation}`)],
    [
      "tokens",
      Object.entries(tokens).flatMap(([hex, stops]) =>
        stops.flatMap((corps, stop) => corps.map((corp) => `${hex}.${stop}.${corp}`)),
      ),
    ],
  ];
  return new URLSearchParams([
    ["phase", phase],
    ...lists.filter(([, parts]) => parts.length).map(([name, parts]): [string, string] => [name, parts.join(BETWEEN)]),
    ...Object.entries(bonuses).map(([id, hex]): [string, string] => ["bonus", hex ? `${id}.${hex}` : id]),
    ...Object.entries(ferries).map(([id, fee]): [string, string] => ["ferry", `${id}.${fee}`]),
    ...Object.entries(owned).map(([type, count]): [string, string] => ["owned", `${type}.${count}`]),
    ...(cash === null ? [] : [["cash", String(cash)] as [string, string]]),
    ...(reading ? [["reading", reading] as [string, string]] : []),
    ["company", company],
  ]).toString();
}

/** Return a position of the empty map with one train of the first type. */
export const emptyPosition = (title: string, choices: Choices, company: string): Position => ({
  title,
  company,
  phase: choices.phases[0] ?? "",
  trains: choices.trains.slice(0, 1).map(({ type }) => type),
  tiles: {},
  tokens: {},
  bonuses: {},
  ferries: {},
  owned: {},
  cash: null,
  reading: "",
});

/**
 * Return a position with one more train. Its phase is at least the one that the train starts. All companies have at
 * least as many trains of this type as the company.
 */
export function withTrain(position: Position, choices: Choices, type: string): Position {
  const start = choices.trains.find((train) => train.type === type)?.phase ?? 0;
  const now = choices.phases.indexOf(position.phase);
  const phase = choices.phases[Math.max(now, start)] ?? "";
  const trains = [...position.trains, type];
  const own = trains.filter((train) => train === type).length;
  const { [type]: all, ...others } = position.owned;
  return { ...position, trains, phase, owned: all !== undefined && all > own ? position.owned : others };
}

/** Return a position in which a company has a token on a stop, or has it no more. */
export function withToken(position: Position, hex: string, stop: number, corp: string): Position {
  const stops = [...(position.tokens[hex] ?? [])];
  while (stops.length <= stop) stops.push([]);
  const here = stops[stop]!;
  stops[stop] = here.includes(corp) ? here.filter((other) => other !== corp) : [...here, corp];
  const { [hex]: _, ...others } = position.tokens;
  return { ...position, tokens: stops.some((corps) => corps.length) ? { ...others, [hex]: stops } : others };
}

/** Return a position with a bonus on a hex, or without it. An empty hex stands for all hexes of the bonus. */
export function withBonus(position: Position, id: string, hex: string | null): Position {
  const { [id]: _, ...others } = position.bonuses;
  return { ...position, bonuses: hex === null ? others : { ...others, [id]: hex } };
}

/** Return a position with an open ferry route and its fee, or without it. */
export function withFerry(position: Position, id: string, fee: number | null): Position {
  const { [id]: _, ...others } = position.ferries;
  return { ...position, ferries: fee === null ? others : { ...others, [id]: fee } };
}

/** Return a position with a number of trains of all companies. Nothing smaller than the company's trains is kept. */
export function withOwned(position: Position, type: string, count: number): Position {
  const own = position.trains.filter((train) => train === type).length;
  const { [type]: _, ...others } = position.owned;
  return { ...position, owned: own && count > own ? { ...others, [type]: Math.min(count, 99) } : others };
}

/** Return a position with the cash of the company. Without a number, the company can pay all ferries. */
export const withCash = (position: Position, cash: number): Position => ({
  ...position,
  cash: Number.isInteger(cash) ? Math.min(Math.max(cash, 0), 99_999) : null,
});

/** Return the rotation that a tile has or would get: one that keeps the track, and the present one if possible. */
export function rotationOf({ tile, rotations, keeps }: TileChoice, now: TileLaid | undefined): number {
  if (tile === now?.tile) return now.rotation;
  const fitting = keeps.length ? keeps : rotations;
  return now && fitting.includes(now.rotation) ? now.rotation : (fitting[0] ?? 0);
}

/** Return the next rotation that fits, in a direction. */
export function turned(rotations: readonly number[], now: number, by: number): number {
  const at = rotations.indexOf(now);
  return rotations[(at + by + rotations.length) % rotations.length] ?? now;
}

/** Return the hex nearest to a hex in the direction of an arrow key, or the hex itself at the end of the map. */
export function beyond(
  hexes: Record<string, { x: number; y: number }>,
  from: string,
  [dx, dy]: readonly [number, number],
): string {
  const start = hexes[from];
  if (!start) return from;
  let best = from;
  let least = Infinity;
  for (const [name, { x, y }] of Object.entries(hexes)) {
    const along = (x - start.x) * dx + (y - start.y) * dy;
    const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx);
    // A place that is more aside than ahead belongs to another arrow.
    if (along <= 1 || aside > along * 1.8) continue;
    const far = along + aside;
    if (far < least) [best, least] = [name, far];
  }
  return best;
}
