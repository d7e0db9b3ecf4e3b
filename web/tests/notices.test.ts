import { expect, test } from "vitest";
import type { Channel, Delivery } from "../src/api/notices";
import { request, result, state, switched } from "../src/model/notices";

const channel: Channel = {
  id: "c1",
  kind: "webhook",
  format: "discord",
  label: "Our club",
  where: "discord.com",
  events: ["turn", "over"],
  confirmed: true,
  stopped: "",
  created: 0,
};

test("an event is switched on in the order of the page, and off", () => {
  expect(switched(channel, "reminder", true)).toEqual(["turn", "reminder", "over"]);
  expect(switched(channel, "over", false)).toEqual(["turn"]);
});

test("a channel says why it is not in use", () => {
  expect(state(channel)).toBe("");
  expect(state({ ...channel, confirmed: false })).toContain("Open the link");
  expect(state({ ...channel, stopped: "It is gone." })).toBe("It is gone.");
});

test("each type becomes a channel of the server", () => {
  expect(request("email", " a@b.org ", "", "x")).toEqual({ kind: "email", address: "a@b.org", label: "" });
  expect(request("ntfy", "https://n/t", "phone", " tk ")).toEqual({
    kind: "ntfy",
    address: "https://n/t",
    label: "phone",
    token: "tk",
  });
  expect(request("slack", "https://s", "", "")).toEqual({
    kind: "webhook",
    format: "slack",
    address: "https://s",
    label: "",
  });
});

test("a delivery shows its state, its attempts and the last answer", () => {
  const delivery: Delivery = {
    id: "d1",
    event: "turn",
    title: "1856: your turn",
    game: "g1",
    channel: "Webhook: Our club",
    created: 0,
    state: "failed",
    attempts: [
      { at: 0, answer: "500 Internal Server Error" },
      { at: 1, answer: "404 Not Found" },
    ],
    next: null,
  };
  expect(result(delivery)).toBe("Given up after 2 attempts: 404 Not Found");
  expect(result({ ...delivery, state: "sent", attempts: [{ at: 0, answer: "200 OK" }] })).toBe("Sent: 200 OK");
  expect(result({ ...delivery, state: "waiting", attempts: [] })).toBe("Waiting");
});
