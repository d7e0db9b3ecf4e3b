/** Requests about plans. Only their owner sees them. */
import { answered, ask, ofGame, post, view } from "./requests";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type KeptPlan = Schemas["KeptPlan"];
export type KeptPlans = Schemas["KeptPlans"];
export type PlanStep = Schemas["KeptPlanStep"];
export type PlanMode = KeptPlan["mode"];

const at = (game: string, key = "") => `${ofGame(game)}/plans${key && `/${encodeURIComponent(key)}`}`;
export const mine = (game: string) => ask<KeptPlans>(at(game));
/** Make the next steps, at the version of the game that the person has seen. */
export const handIn = (game: string, key: string, version: number) =>
  post<Schemas["HandedIn"]>(`${at(game, key)}/hand-in`, { version });
/** Change the condition for handing in by itself. */
export const change = (game: string, key: string, version: number, mode: PlanMode) =>
  ask<KeptPlan>(at(game, key), {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ version, mode }),
  });
export const remove = (game: string, key: string) => answered(at(game, key), { method: "DELETE" });

// The build takes no messages from statements that throw.
const seatless = () => "You have no seat in this game, so you cannot keep a plan.";

/** Keep the moves of a sandbox for each of your seats that has moved in it. Return the id of the game. */
export async function keep(sandbox: string, origin: string): Promise<string> {
  let game = await view(origin, null);
  // A sandbox may have begun in another sandbox.
  while (game.origin) game = await view(game.origin.game, null);
  const { own_seats: seats } = await ask<Schemas["TablePeople"]>(`${ofGame(game.id)}/people`);
  const { version } = game;
  const sent = seats.map((seat) => post<KeptPlan>(at(game.id), { version, sandbox, seat }));
  const answers = await Promise.allSettled(sent);
  const failed = answers.find(({ status }) => status === "rejected") as PromiseRejectedResult | undefined;
  if (failed && !answers.some(({ status }) => status === "fulfilled")) throw failed.reason;
  if (!seats.length) throw new Error(seatless());
  return game.id;
}
