import { mount } from "svelte";
import { sourceOf, unpacked } from "./model/patches";
import { stay } from "./state/router.svelte";
import { insert } from "./browser/symbolSheet";
import { Table } from "./state/table.svelte";
import ReplayPage from "./pages/ReplayPage.svelte";

const NAME = "replay";

/** Show the game that is part of the page. The page sends no requests. */
export async function showReplay() {
  const film = await unpacked(document.getElementById("game")!.textContent);
  stay(NAME);
  insert(film.symbols, film.board.hash);
  const table = new Table(NAME, sourceOf(film), film.comments);
  await table.show(film.board);
  mount(ReplayPage, { target: document.getElementById("app")!, props: { table, board: film.board } });
}
