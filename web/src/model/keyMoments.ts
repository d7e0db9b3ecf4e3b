import { text } from "../language/messages";
import type { KeyMoment } from "../api/types";

interface Kind {
  sign: string;
  /** Returns the name in the language of the reader. */
  name: () => string;
  large: boolean;
}
/** The sign and the name of each kind of key moment. */
export const KINDS: Record<KeyMoment["kind"], Kind> = {
  phase: { sign: "", name: () => text("Phase"), large: true },
  rust: { sign: "✕", name: () => text("Rust"), large: true },
  destination: { sign: "◎", name: () => text("Destination"), large: true },
  formation: { sign: "★", name: () => text("Formation"), large: true },
  president: { sign: "P", name: () => text("Presidency"), large: false },
  dump: { sign: "↧", name: () => text("Dump"), large: false },
  closing: { sign: "×", name: () => text("Closing"), large: true },
  bankruptcy: { sign: "!", name: () => text("Bankruptcy"), large: true },
  gain: { sign: "▲", name: () => text("Gain"), large: false },
  loss: { sign: "▼", name: () => text("Loss"), large: false },
  end: { sign: "■", name: () => text("End"), large: true },
};

export const signOf = ({ kind, mark }: KeyMoment) => mark || KINDS[kind].sign;

/** The mark of a key moment on the timeline. `part` is its position, from 0 to 1. */
export interface MarkAt {
  key: KeyMoment;
  part: number;
  /** True if the sign fits. Without its sign, the mark is a dot. */
  shown: boolean;
}

/** Return the marks of key moments. Important ones get their signs first. */
export function marksOf(keys: KeyMoment[], newest: number, width: number, each = 24): MarkAt[] {
  const found = keys.map((key) => ({ key, part: newest ? key.number / newest : 0, shown: false }));
  const taken: number[] = [];
  for (const mark of [...found].sort((a, b) => Number(KINDS[b.key.kind].large) - Number(KINDS[a.key.kind].large))) {
    const at = mark.part * width;
    if (taken.some((other) => Math.abs(other - at) < each)) continue;
    taken.push(at);
    mark.shown = true;
  }
  return found;
}
