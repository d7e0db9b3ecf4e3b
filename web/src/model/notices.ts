import type { Channel, Delivery, EventName } from "../api/notices";

/** The events in the order of the page, with their names. */
export const EVENTS: [EventName, string][] = [
  ["turn", "My turn"],
  ["reminder", "Reminder"],
  ["time", "Your time is used up"],
  ["stopped", "Auto-action or plan stopped"],
  ["done", "Auto-action or plan done"],
  ["over", "Game over"],
  ["message", "Message"],
];

/** The types of channels that a person adds with an address: name, label and example of the address. */
export const KINDS = {
  email: ["Email", "Email address", "you@example.org"],
  ntfy: ["ntfy", "Address of the topic", "https://ntfy.sh/my-topic"],
  discord: ["Discord", "Address of the webhook", "https://discord.com/api/webhooks/…"],
  slack: ["Slack", "Address of the webhook", "https://hooks.slack.com/services/…"],
  matrix: ["Matrix (hookshot)", "Address of the webhook", "https://matrix.example.org/webhook/…"],
  json: ["Other webhook (JSON)", "Address of the webhook", "https://example.org/hook"],
} as const;
export type AddedKind = keyof typeof KINDS;

/** Return the request that adds a channel. */
export function request(kind: AddedKind, address: string, label: string, token: string) {
  const common = { address: address.trim(), label: label.trim() };
  if (kind === "email") return { ...common, kind };
  if (kind === "ntfy") return { ...common, kind, token: token.trim() };
  return { ...common, kind: "webhook" as const, format: kind };
}

/** Return the events of a channel after one of them is switched on or off. */
export function switched(channel: Channel, event: EventName, on: boolean): EventName[] {
  return EVENTS.map(([each]) => each).filter((each) => (each === event ? on : channel.events.includes(each)));
}

/** Return the state of a channel as text. Empty while it is in use. */
export function state(channel: Channel): string {
  if (channel.stopped) return channel.stopped;
  return channel.confirmed ? "" : "Open the link in the email that was sent to this address.";
}

const STATES = { waiting: "Waiting", sent: "Sent", failed: "Given up", cancelled: "Cancelled" } as const;

/** Return the result of a delivery as text: its state, the number of attempts and the last answer. */
export function result(delivery: Delivery): string {
  const count = delivery.attempts.length;
  const last = delivery.attempts.at(-1)?.answer ?? "";
  const tries = count > 1 ? ` after ${count} attempts` : "";
  return `${STATES[delivery.state]}${tries}${last ? `: ${last}` : ""}`;
}
