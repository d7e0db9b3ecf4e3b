import type { KeyMoment } from "../api/types";

/** The sign and the name of each kind of key moment. */
export const KINDS: Record<KeyMoment["kind"], { sign: string; name: string; large: boolean }> = {
  phase: { sign: "", name: "Phase", large: true },
  rust: { sign: "✕", name: "Rust", large: true },
  destination: { sign: "◎", name: "Destination", large: true },
  formation: { sign: "★", name: "Formation", large: true },
  president: { sign: "P", name: "Presidency", large: false },
  dump: { sign: "↧", name: "Dump", large: false },
  closing: { sign: "×", name: "Closing", large: true },
  bankruptcy: { sign: "!", name: "Bankruptcy", large: true },
  gain: { sign: "▲", name: "Gain", large: false },
  loss: { sign: "▼", name: "Loss", large: false },
  end: { sign: "■", name: "End", large: true },
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
