/** The service worker. Each purpose has its own module, which adds its own listeners. */
import { serveClient } from "./client";
import { showNotices } from "./push";

const worker = self as unknown as ServiceWorkerGlobalScope;
serveClient(worker);
showNotices(worker);
