import { text } from "../language/messages";
import type { RouteInfo } from "../api/types";

/** Return the stops of a route and their values, without the sum. */
export function visited({ stops, bonuses, pair, tolls }: RouteInfo): string {
  const parts = stops.map(({ stop, name, value }) =>
    [`${name} ${value}`, ...bonuses.filter((one) => one.stop === stop).map((one) => `${one.name} ${one.value}`)].join(
      " + ",
    ),
  );
  if (pair) parts.push(text(`two off-board areas ${pair}`));
  return parts.join(", ") + tolls.map(({ what, amount }) => ` (${text(`toll ${what} ${amount}`)})`).join("");
}
