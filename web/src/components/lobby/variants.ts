import { text } from "../../language/messages";

/** Return the name of a variant of a title. A variant that the page does not know has its id as name. */
export function variantName(id: string): string {
  const names: Record<string, string> = {
    real_table: text("on a printed board"),
    alternate_destinations: text("alternate destinations"),
    type8: text("type8"),
    unlimited_bonus_tokens: text("unlimited bonus tokens"),
  };
  return names[id] ?? id.replaceAll("_", " ");
}
