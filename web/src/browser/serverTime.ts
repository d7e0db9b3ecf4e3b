/** The present time by the clock of the server. Deadlines are times of that clock, and this device may differ. */

/** Milliseconds within which both clocks count as equal. The server sends whole seconds, and answers take time. */
const TOLERANCE = 5_000;

let ahead = 0;

/** Compare the clock of this device with the time at which the server sent an answer. */
export function compareClocks(headers: Headers) {
  const sent = Date.parse(headers.get("date") ?? "");
  // An answer that the browser may keep shows the time of the first request.
  if (Number.isNaN(sent) || headers.get("cache-control")?.includes("max-age")) return;
  const difference = sent - Date.now();
  ahead = Math.abs(difference) < TOLERANCE ? 0 : difference;
}

/** Return the present time of the server, in milliseconds since 1970. */
export const serverTime = () => Date.now() + ahead;
