/** The last position of each game that this browser has opened, for a look without the server. */

const CACHE = "games";
/** The number of games that are kept. */
const MOST = 20;
/** The header with the time at which an answer was kept. */
const KEPT_AT = "x-kept-at";
const VIEW = /^\/api\/games\/([\w-]+)\?brief=true$/;
const KEPT = /^\/api\/(me$|games\/[\w-]+(\?brief=true$|\/board$|\/log\?after=0$|\/symbols\.svg\?))/;

/** True if the server has answered since the page, or another game, was opened. */
let reached = false;
/** The number of times that all positions were forgotten. */
let forgotten = 0;

/** Allow kept answers again until the server answers, because another game is opened. */
export function startOver() {
  reached = false;
}

/** Wait until the page has nothing to do, at most a second. */
const idle = () =>
  new Promise<void>((ready) =>
    typeof requestIdleCallback === "undefined"
      ? setTimeout(ready)
      : requestIdleCallback(() => ready(), { timeout: 1000 }),
  );

/** Browsers offer no storage of answers to insecure pages. */
const open = () => (typeof caches === "undefined" ? Promise.resolve(null) : caches.open(CACHE).catch(() => null));

/**
 * Keep an answer of the server if it is part of a last position. An answer that the person may not see is removed.
 * `proves` is true if the answer proves that the server is there.
 */
export async function remember(path: string, answer: Response, proves = true) {
  if (proves) reached = true;
  if (!KEPT.test(path)) return;
  const denied = [401, 403, 404].includes(answer.status);
  if (!answer.ok && !denied) return;
  const copy = answer.clone();
  // The page itself comes first: the storage keeps it busy for a while.
  const before = forgotten;
  await idle();
  if (forgotten !== before) return;
  const cache = await open();
  if (denied) return void (await cache?.delete(path));
  const headers = new Headers(copy.headers);
  headers.set(KEPT_AT, new Date().toISOString());
  // The body is no longer compressed.
  headers.delete("content-encoding");
  await cache?.put(path, new Response(await copy.blob(), { headers })).catch(() => undefined);
  if (cache && VIEW.test(path)) await forgetOldest(cache);
}

/** Keep the newest moment of a game after an action of this page. */
export async function rememberView(id: string, view: unknown) {
  const headers = { "content-type": "application/json" };
  await remember(`/api/games/${id}?brief=true`, new Response(JSON.stringify(view), { headers }));
}

/** Return a kept answer and the time of it, if the server has not answered yet; else null. */
export async function recallAnswer(path: string): Promise<{ answer: Response; at: string | null } | null> {
  if (reached || !KEPT.test(path)) return null;
  const answer = await (await open())?.match(path);
  return answer ? { answer, at: VIEW.test(path) ? answer.headers.get(KEPT_AT) : null } : null;
}

/** Forget all positions, because another person may use this browser now. */
export async function forgetPositions() {
  forgotten += 1;
  if (typeof caches !== "undefined") await caches.delete(CACHE).catch(() => undefined);
}

async function forgetOldest(cache: Cache) {
  const keys = await cache.keys();
  const games = keys.flatMap(({ url }) => VIEW.exec(url.slice(location.origin.length))?.[1] ?? []);
  for (const game of games.slice(0, -MOST))
    for (const key of keys) if (new URL(key.url).pathname.startsWith(`/api/games/${game}`)) await cache.delete(key);
}
