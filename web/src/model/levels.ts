import type { Program } from "../api/types";
import { plural, text } from "../language/messages";

type Level = Pick<Program, "name" | "label">;

/** The names of a level: that of one bot in a list of players, that of all its bots, and a number of them. */
interface Names {
  one: string;
  all: string;
  several: (count: number) => string;
}

function names(level: string): Names | undefined {
  const levels: Record<string, Names> = {
    random: {
      one: /* @wc-context: level of bots */ text("random"),
      all: text("random players"),
      several: (count) => plural(count, ["# random player", "# random players"]),
    },
    clerk: {
      one: text("clerk"),
      all: text("clerks"),
      several: (count) => plural(count, ["# clerk", "# clerks"]),
    },
    director: {
      one: text("director"),
      all: text("directors"),
      several: (count) => plural(count, ["# director", "# directors"]),
    },
    tycoon: {
      one: text("tycoon"),
      all: text("tycoons"),
      several: (count) => plural(count, ["# tycoon", "# tycoons"]),
    },
  };
  return levels[level];
}

/** Return the name of a level of bots in a list of players. A custom bot has its own name. */
export const levelName = (kind: string) => names(kind)?.one ?? kind;

/** Return the name of all bots of a level. */
export const levelPlural = ({ name, label }: Level) => names(name)?.all ?? /* @wc-context: bots */ text(`${label}s`);

/** Return a number of bots of a level in words. */
export const several = (count: number, { name, label }: Level) =>
  names(name)?.several(count) ?? (count === 1 ? text(`${count} ${label}`) : text(`${count} ${label}s`));
