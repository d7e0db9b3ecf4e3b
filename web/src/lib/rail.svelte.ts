import { PASSES, lookOf } from "./kinds";
import type { ActionKind, Group, View } from "./types";

/** More choices than these are shown step by step. */
const MANY = 12;

/** The steps of a decision, of which one at a time is listed and marked on the map. */
export class Rail {
  private wanted = $state<ActionKind | null>(null);

  constructor(
    private readonly view: () => View | null,
    /** The kind of what is chosen, or of what can be done on the hex that is asked about. */
    private readonly meant: () => ActionKind | null,
  ) {}

  /** The groups of choices beside the one that passes. */
  get groups(): Group[] {
    return (this.view()?.decision?.groups ?? []).filter(({ kind }) => !PASSES.includes(kind));
  }

  /** Whether the steps are listed one at a time. */
  get filters(): boolean {
    const { groups } = this;
    if (groups.length < 2) return false;
    const rows = groups.reduce((sum, { choices }) => sum + choices.filter(({ place }) => !place).length, 0);
    return Boolean(this.view()?.decision?.corp) || rows > MANY;
  }

  /** The kind that is listed; null lists all of them. */
  get shown(): ActionKind | null {
    const { groups } = this;
    if (!this.filters) return null;
    const has = (kind: ActionKind | null) => groups.some((group) => group.kind === kind);
    const meant = this.meant();
    if (meant && has(meant)) return meant;
    return this.wanted && has(this.wanted) ? this.wanted : groups[0]!.kind;
  }

  /** What is listed. */
  get listed(): Group[] {
    const { shown, groups } = this;
    return shown ? groups.filter(({ kind }) => kind === shown) : groups;
  }

  show(kind: ActionKind) {
    this.wanted = kind;
  }

  /** Show the step that a key stands for; false where there is none. */
  key(letter: string): boolean {
    const found = this.groups.find(({ kind }) => lookOf(kind).key === letter);
    if (found) this.wanted = found.kind;
    return found !== undefined;
  }
}
