import { eventsPath } from "./requests";

/** Delay before the next attempt to reach a lost server, in milliseconds. */
export const AGAIN = 2000;

interface Listener {
  /** Returns the newest version that this page knows. The server announces later ones. */
  newest: () => number;
  connected: () => void;
  /** Called with the number of a new version of the game. */
  moved: (version: number) => void;
  /** Called for events without an entry: messages, requests to all, presence, changed seats and comments. */
  heard: (kind: string, data: string) => void;
  /** Called if the server has refused the stream, before it is requested again. */
  refused?: () => void;
}
const BESIDE = ["said", "motions", "present", "seats", "removed", "comments"];

/** The event stream of a game. The server announces each new version on it. */
export class Connection {
  online = $state(true);
  private events: EventSource | null = null;
  private again: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly id: string,
    private readonly listener: Listener,
  ) {}

  get listening() {
    return this.events !== null;
  }

  listen() {
    if (this.closed) return;
    this.events?.close();
    this.events = new EventSource(eventsPath(this.id, this.listener.newest()));
    this.events.onopen = () => {
      this.listener.connected();
      this.online = true;
    };
    this.events.onerror = () => {
      this.online = false;
      // The browser reconnects automatically unless it has closed the stream.
      if (this.events?.readyState === EventSource.CLOSED) {
        clearTimeout(this.again);
        this.again = setTimeout(() => this.listen(), AGAIN);
        this.listener.refused?.();
      }
    };
    this.events.addEventListener("entry", (event) => {
      const { version } = JSON.parse(event.data as string) as { version: number };
      this.listener.moved(version);
    });
    for (const kind of BESIDE)
      this.events.addEventListener(kind, (event) => this.listener.heard(kind, event.data as string));
  }

  /** End the stream, and do not request it again. `listen` starts it once more. */
  stop() {
    clearTimeout(this.again);
    this.events?.close();
    this.events = null;
  }

  close() {
    this.closed = true;
    this.stop();
  }
}
