/** Answers that are requested before the part of the page that needs them is there. */
import { locale } from "../language/messages";

declare global {
  /** The answers that `first.js` requests while the scripts are loaded, by path. */
  var ahead: Record<string, Promise<Response>> | undefined;
}

/** The time in milliseconds after which an answer that no part of the page has taken is out of date. */
const KEPT = 10_000;

const sent = new Map<string, Promise<Response>>();
for (const [path, answer] of Object.entries(globalThis.ahead ?? {})) keep(path, answer);

/** Send a request. The server answers in the language of the page. */
function request(path: string, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers);
  headers.set("accept-language", locale());
  return fetch(path, { ...init, headers });
}

/** Keep an answer with its whole body, so that the part of the page that takes it does not wait for the body. */
function keep(path: string, answer: Promise<Response>) {
  const whole = answer.then(async (found) => new Response(await found.arrayBuffer(), found));
  // The part of the page that takes the answer reports an error.
  whole.catch(() => undefined);
  sent.set(path, whole);
  setTimeout(() => sent.get(path) === whole && sent.delete(path), KEPT);
}

/** Request an answer now. The next request for this path takes it. */
export const requestAhead = (path: string) => keep(path, request(path));

/** Return the answer to a request, or the one that was requested ahead. */
export function requested(path: string, init?: RequestInit): Promise<Response> {
  const answer = init ? undefined : sent.get(path);
  if (!answer) return request(path, init);
  sent.delete(path);
  return answer;
}
