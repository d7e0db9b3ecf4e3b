/** The client's own files, so that the page opens without the server. Data of games are not kept here. */

/** The files of this build, and a name that is different for each build. `vite.worker.config.ts` sets both. */
declare const FILES: string[];
declare const BUILD: string;

const PREFIX = "client-";
const CACHE = PREFIX + BUILD;
const PAGE = "/";
/** Addresses that are no pages of the client. */
const OTHERS = ["/api/", "/assets/"];

export function serveClient(worker: ServiceWorkerGlobalScope) {
  worker.addEventListener("install", (event) => event.waitUntil(install(worker)));
  worker.addEventListener("activate", (event) => event.waitUntil(activate(worker)));
  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== worker.location.origin) return;
    if (request.mode === "navigate" && !OTHERS.some((path) => pathname.startsWith(path)))
      event.respondWith(page(request));
    else if (FILES.includes(pathname)) event.respondWith(file(request));
  });
}

/** Load all files of this build. A new build replaces the old one without waiting for open pages to close. */
async function install(worker: ServiceWorkerGlobalScope) {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...FILES].map((path) => new Request(path, { cache: "no-cache" })));
  await worker.skipWaiting();
}

async function activate(worker: ServiceWorkerGlobalScope) {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

/** Answer with the page of the server, so that no client is out of date. Without a server, use the kept page. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

/** Answer with a file of this build. Its name has a hash of its content, or the server is asked first. */
async function file(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept && new URL(request.url).pathname.startsWith("/assets/")) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}
