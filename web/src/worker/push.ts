/** Push messages: shows a notice, and opens its game on a click. */

interface Notice {
  title?: string;
  body?: string;
  tag?: string;
  url?: string;
}

export function showNotices(worker: ServiceWorkerGlobalScope) {
  worker.addEventListener("push", (event) => {
    const { title = "Trunkline", body = "", tag = "", url = "/" } = noticeOf(event.data);
    const options = { body, tag, renotify: Boolean(tag), icon: "/icon.svg", data: { url } };
    event.waitUntil(worker.registration.showNotification(title, options));
  });
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { url = "/" } = (event.notification.data ?? {}) as Notice;
    event.waitUntil(show(worker, url));
  });
}

function noticeOf(data: PushMessageData | null): Notice {
  try {
    return (data?.json() ?? {}) as Notice;
  } catch {
    // Browsers require a notification for each message, also for one in another format.
    return {};
  }
}

/** Show a page of this server: in a window that has it open, else in a new one. */
async function show(worker: ServiceWorkerGlobalScope, address: string) {
  const url = new URL(address, worker.location.origin);
  // A message cannot lead to another server.
  const target = url.origin === worker.location.origin ? url.href : worker.location.origin;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find((each) => each.url === target);
  await (open ? open.focus() : worker.clients.openWindow(target));
}
