import { expect, test } from "vitest";
import { lasting, tableName } from "../src/model/waiting";

const now = Date.parse("2026-03-10T12:00:00Z");

test.each([
  ["2026-03-10T11:59:40Z", "less than a minute"],
  ["2026-03-10T11:35:00Z", "25 min"],
  ["2026-03-10T08:30:00Z", "3 h"],
  ["2026-03-08T13:00:00Z", "47 h"],
  ["2026-03-05T11:00:00Z", "5 days"],
  // The clocks of the browser and the server may differ.
  ["2026-03-10T12:01:00Z", "less than a minute"],
])("a wait since %s is %s", (since, said) => {
  expect(lasting(since, now)).toBe(said);
});

test("a table is named by its title and its number of players", () => {
  expect(tableName("1856", 4)).toBe("1856, four players");
  expect(tableName("18GL", 12)).toBe("18GL, 12 players");
});
