import type { BoardMark, Comment } from "../api/studies";
import type { LogEntry, View } from "../api/types";

/** Return the number of the moment that a game shows after `at` entries: an undo or a redo leads to an earlier one. */
export function momentOf(log: readonly LogEntry[], at: number): number {
  for (let number = at; number > 0; number--) {
    const entry = log[number - 1];
    if (!entry || entry.action !== null) return number;
    if (typeof entry.to === "number") return entry.to;
  }
  return 0;
}

/** Return a name for a study of a game. */
export const studyName = ({ title, players }: View) => `${title}: ${players.map((player) => player.name).join(", ")}`;

/** Return marks with one more, or without it if it is among them. */
export function toggled(marks: readonly BoardMark[], mark: BoardMark): BoardMark[] {
  const same = ({ board, at, to }: BoardMark) =>
    board === mark.board && at === mark.at && (to ?? "") === (mark.to ?? "");
  const others = marks.filter((each) => !same(each));
  return others.length < marks.length ? others : [...marks, mark];
}

/** Return comments grouped by moment, in order. */
export function byMoment(comments: readonly Comment[]): [number, Comment[]][] {
  const found = new Map<number, Comment[]>();
  for (const comment of comments) found.set(comment.moment, [...(found.get(comment.moment) ?? []), comment]);
  return [...found].sort(([one], [other]) => one - other);
}
