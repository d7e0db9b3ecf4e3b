import { plural } from "../language/messages";
import type { Changed, Digest } from "../api/types";

export type Step = Digest["groups"][number]["steps"][number];

/** Return the steps of a digest in the order in which they happened. */
export function stepsOf({ groups }: Digest): Step[] {
  return groups.flatMap(({ steps }) => steps).sort((one, other) => one.number - other.number);
}

/** Return true if a digest has anything to report. */
export function reports({ groups, lost }: Digest): boolean {
  return groups.length > 0 || lost > 0;
}

/** Return what the page marks: hexes that differ, and those whose prices, holdings or cash changed. */
export function changesOf({ hexes, prices, holdings, cash }: Digest): Changed {
  const corps = [...prices.map(({ corp }) => corp), ...holdings.map(({ corp }) => corp)];
  const holders = holdings.filter(({ player }) => player).map(({ place }) => place);
  return {
    hexes: hexes.map(({ hex }) => hex),
    corps: [...new Set(corps)],
    players: [...new Set([...cash.map(({ name }) => name), ...holders])],
  };
}

/** Return the number of each changed hex. */
export function placesOf({ hexes }: Digest): Map<string, number> {
  return new Map(hexes.map(({ hex, place }) => [hex, place]));
}

/** Return the sentence about undone moves, or an empty text. */
export function undoneText({ undone, lost }: Digest): string {
  const parts = [];
  if (undone) parts.push(plural(undone, ["One of the new moves was undone.", "# of the new moves were undone."]));
  if (lost) parts.push(plural(lost, ["A move that you knew was undone.", "# moves that you knew were undone."]));
  return parts.join(" ");
}
