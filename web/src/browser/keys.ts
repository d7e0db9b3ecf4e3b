import { tick } from "svelte";
import { type Stage, STAGES } from "../model/stages";
import type { Table } from "../state/table.svelte";
import { type Tab, TABS } from "../state/tabs.svelte";

/** The letter that shows each stage and panel. */
export const LETTERS: Record<Stage | Tab, string> = {
  Map: "m",
  Market: "s",
  Opening: "a",
  Formation: "q",
  Money: "e",
  // These stages share a letter, because a decision has only one of them.
  Offer: "z",
  Discard: "z",
  Runs: "z",
  Result: "z",
  Players: "y",
  Companies: "i",
  Chart: "c",
  Supply: "x",
  Log: "l",
  Sheet: "h",
};

/** The keys that have the same meaning on every stage. No key of a step and no letter of a panel may be among them. */
export const COMMANDS = [
  "?",
  "/",
  "[",
  "]",
  "PageUp",
  "PageDown",
  "{",
  "}",
  "<",
  ">",
  " ",
  "Enter",
  "Escape",
  "ArrowDown",
  "ArrowUp",
  "p",
  "n",
  "r",
  "R",
  ",",
  ".",
  "w",
  "W",
  "v",
  "f",
  "u",
  "U",
  "j",
  "F1",
] as const;

const find = (wanted: string) => document.querySelector<HTMLElement>(wanted);
const focus = (wanted: string) => find(wanted)?.focus();
const click = (wanted: string) => find(wanted)?.click();
/** Return the elements of all choices in page order, each choice once. The stage comes before the dock. */
function choices(): HTMLElement[] {
  const seen = document.querySelectorAll<HTMLElement>(
    ".picker .tile, :is(.stage button[data-choice], .decision .groups [data-choice]):not(:disabled, .picker *)",
  );
  const known = new Set<string>();
  return [...seen].filter(
    ({ dataset: { choice } }) => choice === undefined || (!known.has(choice) && known.add(choice)),
  );
}
const IN_DOCK = ".decision .groups :is([data-choice], button, select, input):not(:disabled)";

/** Return true if the focused element needs the key. Enter on the selected choice is excluded: it confirms. */
function isOwn({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("input:not([type=range]), select, textarea, dialog")) return true;
  if (target.closest("input, [role=group] svg") && key.startsWith("Arrow")) return true;
  if (key === "Enter" && target.closest("[data-choice][aria-pressed=true]")) return false;
  return ["Enter", " "].includes(key) && target.closest("button, a, summary") !== null;
}

/** Return the handler of all keys of the game page. */
export function keyboard(
  table: Table,
  stages: () => Stage[],
  help: () => void,
  words: () => void,
): (event: KeyboardEvent) => void {
  const { history, selection } = table;

  function round(by: number) {
    const at = table.view!.at;
    const starts = history.rounds.map(({ number }) => number);
    history.visit(
      (by < 0 ? starts.findLast((start) => start < at) : starts.find((start) => start > at)) ??
        (by < 0 ? 0 : history.newest),
    );
  }
  function key(by: "before" | "after") {
    const found = history.keysAround(table.view!.at)[by];
    if (found) history.visit(found.number);
  }
  /** Show the stage or panel of a letter, if it is available. */
  async function show(letter: string) {
    const name = [...stages(), ...TABS].find((each) => LETTERS[each] === letter);
    if (!name) return;
    table.tabs.shown = name;
    await tick();
    if (name === "Map") focus(".stage svg[tabindex]");
  }
  /** Choose the next or previous choice on the page. */
  function next(by: number) {
    const seen = choices();
    const chosen = String(selection.chosen?.choice.id);
    const at = seen.findIndex(({ ariaPressed, dataset }) =>
      dataset.choice === undefined ? ariaPressed === "true" : dataset.choice === chosen,
    );
    const found = seen[at < 0 ? (by < 0 ? seen.length - 1 : 0) : (at + by + seen.length) % seen.length];
    found?.focus();
    found?.click();
  }
  /** Choose the choice at this place on the page, counted from 1. */
  function nth(place: number): boolean {
    const found = choices()[place - 1];
    found?.click();
    return found !== undefined;
  }
  async function letGo() {
    const { hex, chosen } = selection;
    if (chosen) selection.letGo();
    else if (hex) selection.select(null);
    else if (table.since.dismiss() || history.leaveSince()) return;
    else table.tabs.back();
    await tick();
    if (hex && document.activeElement === document.body) focus(`[data-hex="${hex}"]`);
  }

  /** Move the focus to the first place that the lesson marks. */
  async function goToTarget() {
    const { hexes, corporations } = table.coach!.targets;
    if (hexes[0]) {
      table.tabs.shown = "Map";
      await tick();
      focus(`.stage [data-hex="${CSS.escape(hexes[0])}"]`);
    } else if (corporations[0]) await table.tabs.find("Companies", corporations[0]);
  }

  const commands: Record<(typeof COMMANDS)[number], () => unknown> = {
    "?": help,
    "/": () => click("header [data-talk]"),
    "[": () => history.step(-1),
    "]": () => history.step(1),
    PageUp: () => history.step(-1),
    PageDown: () => history.step(1),
    "{": () => round(-1),
    "}": () => round(1),
    "<": () => key("before"),
    ">": () => key("after"),
    " ": () => (table.since.digest ? table.since.next() : history.play()),
    Enter: () => void selection.confirm(),
    Escape: () => void letGo(),
    ArrowDown: () => next(1),
    ArrowUp: () => next(-1),
    p: () => click(".decision .ending"),
    n: () => history.visit(history.newest),
    r: () => selection.turnTile(),
    R: () => selection.turnTile(-1),
    ",": () => click('.picker [title=","]'),
    ".": () => (table.coach && !find(".picker") ? goToTarget() : click('.picker [title="."]')),
    w: () => click(".asides button"),
    W: words,
    v: () => click(".confirm .hint"),
    f: () => focus(".decision :is(.find, .places select)"),
    u: () => void table.undo(),
    U: () => void table.redo(),
    F1: () => focus(".coach h2, .coach .task-line"),
    j: () => (find(IN_DOCK) ?? choices()[0] ?? find(".decision .ending"))?.focus(),
  };
  const KEYS: Record<string, () => unknown> = {
    ...commands,
    ...Object.fromEntries([...STAGES, ...TABS].map((name) => [LETTERS[name], () => void show(LETTERS[name])])),
  };

  return (event) => {
    if (
      !table.view ||
      event.altKey ||
      isOwn(event) ||
      (event.key === "F1" && !table.coach) ||
      (event.repeat && event.key === "Enter")
    )
      return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key === "z") void table.undo();
      else if (event.key === "y" || event.key === "Z") void table.redo();
      else return;
    } else if (KEYS[event.key]) KEYS[event.key]!();
    else if (!table.rail.key(event.key) && !nth(Number(event.key))) return;
    event.preventDefault();
  };
}
