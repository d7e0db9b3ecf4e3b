import { plural, text } from "../language/messages";
import type { Channel, Delivery, EventName } from "../api/notices";

/** Return the events in the order of the page, with their names. */
export const events = (): [EventName, string][] => [
  ["turn", "My turn"],
  ["reminder", text("Reminder")],
  ["time", "Your time is used up"],
  ["stopped", "Auto-action or plan stopped"],
  ["done", "Auto-action or plan done"],
  ["over", "Game over"],
  ["message", text("Message")],
];

/** The types of channels that a person adds with an address. */
export const KINDS = ["email", "ntfy", "discord", "slack", "matrix", "json"] as const;
export type AddedKind = (typeof KINDS)[number];

/** Return the name of each type, with the label and an example of its address. */
export const kinds = (): Record<AddedKind, readonly [name: string, label: string, example: string]> => ({
  email: [text("Email"), "Email address", "you@example.org"],
  ntfy: ["ntfy", "Address of the topic", "https://ntfy.sh/my-topic"],
  discord: ["Discord", "Address of the webhook", "https://discord.com/api/webhooks/…"],
  slack: ["Slack", "Address of the webhook", "https://hooks.slack.com/services/…"],
  matrix: ["Matrix (hookshot)", "Address of the webhook", "https://matrix.example.org/webhook/…"],
  json: ["Other webhook (JSON)", "Address of the webhook", "https://example.org/hook"],
});

/** Return the request that adds a channel. */
export function request(kind: AddedKind, address: string, label: string, token: string) {
  const common = { address: address.trim(), label: label.trim() };
  if (kind === "email") return { ...common, kind };
  if (kind === "ntfy") return { ...common, kind, token: token.trim() };
  return { ...common, kind: "webhook" as const, format: kind };
}

/** Return the events of a channel after one of them is switched on or off. */
export function switched(channel: Channel, event: EventName, on: boolean): EventName[] {
  return events()
    .map(([each]) => each)
    .filter((each) => (each === event ? on : channel.events.includes(each)));
}

/** Return the state of a channel as text. Empty while it is in use. */
export function state(channel: Channel): string {
  if (channel.stopped) return channel.stopped;
  return channel.confirmed ? "" : "Open the link in the email that was sent to this address.";
}

/** Return the state of a delivery with the number of attempts, if there was more than one. */
function stateAfter(state: Delivery["state"], attempts: number): string {
  const several = attempts > 1;
  switch (state) {
    case "waiting":
      return several ? plural(attempts, ["Waiting after # attempt", "Waiting after # attempts"]) : text("Waiting");
    case "sent":
      return several ? plural(attempts, ["Sent after # attempt", "Sent after # attempts"]) : text("Sent");
    case "failed":
      return several ? plural(attempts, ["Given up after # attempt", "Given up after # attempts"]) : "Given up";
    case "cancelled":
      return several
        ? plural(attempts, ["Cancelled after # attempt", "Cancelled after # attempts"])
        : text("Cancelled");
  }
}

/** Return the result of a delivery as text: its state, the number of attempts and the last answer. */
export function result(delivery: Delivery): string {
  const last = delivery.attempts.at(-1)?.answer ?? "";
  return stateAfter(delivery.state, delivery.attempts.length) + (last && `: ${last}`);
}
