/** Push messages of this browser. The service worker `sw.js` shows them. */
import { text } from "../language/messages";
import type { NewChannel } from "../api/notices";

export const canPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Return the bytes of a key as the browser expects them. */
function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const coded = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(coded, (letter) => letter.charCodeAt(0));
}

/** Return a short name of this browser, such as "Firefox on Linux". */
function name(): string {
  const agent = navigator.userAgent;
  const browser = /Firefox|Edg|Chrome|Safari/.exec(agent)?.[0] ?? text("Browser");
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0];
  const called = browser === "Edg" ? "Edge" : browser;
  return system ? text(`${called} on ${system}`) : called;
}

// The build takes no messages from statements that throw.
const notAllowed = () =>
  "This browser does not allow notices. Allow them for this page in the settings of the browser.";
const notReached = () =>
  "The push service of this browser cannot be reached. Try again later, or choose another channel.";
const noService = () => "This browser has no push service.";

/**
 * Ask for permission and subscribe this browser. Call it from a click: browsers ignore other requests.
 *
 * Return the channel to add. Throw an error with a sentence for the person.
 */
export async function subscribe(key: string): Promise<Partial<NewChannel>> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(notAllowed());
  const worker = await navigator.serviceWorker.register("/sw.js");
  await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  let subscription: PushSubscription;
  try {
    subscription = await worker.pushManager.subscribe(options);
  } catch {
    throw new Error(notReached());
  }
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error(noService());
  return { kind: "push", address: endpoint, label: name(), keys: { p256dh: keys.p256dh, auth: keys.auth } };
}
