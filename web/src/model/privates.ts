import { plural, text } from "../language/messages";

/** Return where the power of a private works, or which hexes it has without a power. Empty if it has neither. */
export function placeText(power: string, hexes: number): string {
  if (!power) return hexes ? plural(hexes, ["its hex is marked on the map", "its hexes are marked on the map"]) : "";
  return hexes ? text("marked on the map") : text("its power has no fixed hex");
}
