import { text } from "../language/messages";

/** Return the name of a colour of tiles or of a zone of the chart. The page has no other name for an unknown colour. */
export function colourName(colour: string): string {
  const names: Record<string, string> = {
    yellow: text("yellow"),
    green: text("green"),
    brown: text("brown"),
    gray: text("gray"),
    blue: text("blue"),
    orange: text("orange"),
    closed: text("closed"),
  };
  return names[colour] ?? colour;
}
