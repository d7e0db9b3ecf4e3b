/** Requests that wait for a server that cannot be reached, with growing pauses between the attempts. */

/** The first and the longest pause between two attempts, in milliseconds. */
const FIRST = 1000;
const LONGEST = 30_000;

/** The number of requests that wait for the server. */
export const reach = $state({ waiting: 0 });

/** Wait until the next attempt. A browser that is online again does not wait any longer. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((ready) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.("online", done);
      ready();
    };
    const timer = setTimeout(done, milliseconds);
    globalThis.addEventListener?.("online", done);
  });
}

/**
 * Repeat an attempt until it reaches the server, and return its answer. Any error for which `lost` is false ends the
 * attempts.
 */
export async function untilReached<T>(attempt: () => Promise<T>, lost: (error: unknown) => boolean): Promise<T> {
  let waits = false;
  try {
    for (let milliseconds = FIRST; ; milliseconds = Math.min(2 * milliseconds, LONGEST)) {
      try {
        return await attempt();
      } catch (error) {
        if (!lost(error)) throw error;
        if (!waits) reach.waiting += 1;
        waits = true;
        await pause(milliseconds);
      }
    }
  } finally {
    if (waits) reach.waiting -= 1;
  }
}
