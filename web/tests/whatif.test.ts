import { afterEach, expect, test, vi } from "vitest";
import * as api from "../src/api/requests";
import type { Choice, LayProspect, Plan, View, WhatIfFacts } from "../src/api/types";
import { WhatIf } from "../src/state/whatIf.svelte";
import { choice } from "./made";

afterEach(() => void vi.restoreAllMocks());

const lay = (id: number, hex: string, delta: number): LayProspect => ({
  choice: id,
  hex,
  tile: "57",
  rotation: 0,
  power: "",
  cost: 0,
  run: 100 + delta,
  delta,
  proof: "optimal",
  others: [],
});
const facts = (lays: LayProspect[], waiting: string[] = []): WhatIfFacts => ({
  corp: "LPS",
  run: 100,
  proof: "optimal",
  others_shown: true,
  lays,
  slots: [],
  waiting,
});
const laying = [1, 2, 3].map((id) => choice({ id, corp: "LPS" }));
const view = (version: number, live = true) =>
  ({ version, live, decision: { groups: [{ kind: "lay_tile", text: "", choices: laying }] } }) as unknown as View;

test("figures are asked for once a version and found by the choice", async () => {
  const asked = vi.spyOn(api, "whatIf").mockResolvedValue(facts([lay(1, "B3", 0), lay(2, "B3", 30)]));
  const found = new WhatIf("game");
  await found.follow(view(7));
  await found.follow(view(7));
  expect(asked.mock.calls).toEqual([["game", "LPS", 7]]);
  expect(found.of(laying[1]!)?.delta).toBe(30);
  expect(found.of(laying[2]!)).toBeNull();
  expect(found.best("B3")?.choice).toBe(2);
});

test("what takes long follows hex by hex", async () => {
  const asked = vi
    .spyOn(api, "whatIf")
    .mockResolvedValueOnce(facts([lay(1, "B3", 0)], ["C4"]))
    .mockResolvedValueOnce(facts([lay(3, "C4", 10)]));
  const found = new WhatIf("game");
  await found.follow(view(7));
  expect(asked.mock.calls[1]).toEqual(["game", "LPS", 7, "C4"]);
  expect(found.of(laying[0]!)?.delta).toBe(0);
  expect(found.of(laying[2]!)?.delta).toBe(10);
  expect(found.coming).toBe(false);
});

test("the runs after what is chosen are those of the latest choice, and go with it", async () => {
  vi.spyOn(api, "whatIf").mockResolvedValue(facts([lay(1, "B3", 0), lay(2, "B3", 30)]));
  const run = (total: number) => ({ total, routes: [{ train: "2-1", revenue: total }] }) as unknown as Plan;
  let late: (answer: Plan) => void = () => {};
  const asked = vi
    .spyOn(api, "runsAfter")
    .mockReturnValueOnce(new Promise((done) => (late = done)))
    .mockResolvedValueOnce(run(130));
  const [one, other] = [1, 2].map((id) =>
    choice({
      id,
      place: { hex: "B3", tile: "57", rotation: id },
      action: { kind: "lay_tile", player: "Ann" },
    } as Partial<Choice>),
  ) as [Choice, Choice];
  const found = new WhatIf("game");
  await found.follow(view(7));
  const first = found.look(one);
  await found.look(other);
  late(run(100));
  await first;
  expect(asked.mock.calls).toEqual([
    ["game", "LPS", 7, 1],
    ["game", "LPS", 7, 2],
  ]);
  expect(found.runs?.map(({ revenue }) => revenue)).toEqual([130]);
  await found.look(null);
  expect(found.runs).toBeNull();
});

test("an answer that comes after the table has moved on is not shown", async () => {
  let late: (answer: WhatIfFacts) => void = () => {};
  vi.spyOn(api, "whatIf").mockReturnValueOnce(new Promise((done) => (late = done)));
  const found = new WhatIf("game");
  const first = found.follow(view(7));
  await found.follow(view(8, false));
  late(facts([lay(1, "B3", 30)]));
  await first;
  expect(found.facts).toBeNull();
  expect(found.of(laying[0]!)).toBeNull();
});
