// Push messages: shows a notice, and opens its game on a click. The service worker sw.js loads this script.
self.addEventListener("push", (event) => {
  let found = {};
  try {
    found = event.data?.json() ?? {};
  } catch {
    // A message that is not ours still needs a notification: browsers require one for each message.
  }
  const { title = "Trunkline", body = "", tag = "", url = "/" } = found;
  const options = { body, tag, renotify: Boolean(tag), icon: "/icon.svg", data: { url } };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});

/** Show a page of this server: in a window that has it open, else in a new one. */
async function open(address) {
  const url = new URL(address, self.location.origin);
  // A message cannot lead to another server.
  const target = url.origin === self.location.origin ? url.href : self.location.origin;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => each.url === target);
  await (there ? there.focus() : self.clients.openWindow(target));
}
