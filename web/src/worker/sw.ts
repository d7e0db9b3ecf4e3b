/** The service worker. Each purpose has its own module, which adds its own listeners. */
import { serveClient } from "./client";

serveClient(self as unknown as ServiceWorkerGlobalScope);
