/** Return how long something has lasted, in the largest unit that fits: 25 min, 3 h, 2 days. */
export function lasting(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days`;
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];

/** Return a title with its number of players: 1856, four players. */
export const tableName = (title: string, seats: number) =>
  `${title}, ${NUMBERS[seats] ?? seats} ${seats === 1 ? "player" : "players"}`;
