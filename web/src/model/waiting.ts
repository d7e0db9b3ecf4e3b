import { plural, text } from "../language/messages";

/** Return how long something has lasted, in the largest unit that fits: 25 min, 3 h, 2 days. */
export function lasting(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes < 1) return text("less than a minute");
  if (minutes < 60) return text(`${minutes} min`);
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return text(`${hours} h`);
  return plural(Math.floor(hours / 24), ["# day", "# days"]);
}

/** Return a number of players in words. */
function playersText(count: number): string {
  const words = [
    text("no players"),
    text("one player"),
    text("two players"),
    text("three players"),
    text("four players"),
    text("five players"),
    text("six players"),
    text("seven players"),
    text("eight players"),
  ];
  return words[count] ?? plural(count, ["# player", "# players"]);
}

/** Return a title with its number of players: 1856, four players. */
export const tableName = (title: string, seats: number) => `${title}, ${playersText(seats)}`;
