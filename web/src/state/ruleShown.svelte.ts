import * as api from "../api/requests";
import type { RuleText } from "../api/types";

/** The rule that is shown in words, with the refusal that led to it. */
export class Hints {
  rule = $state.raw<RuleText | null>(null);
  /** The refusal, if a lock was clicked. */
  why = $state("");

  constructor(
    private readonly id: string,
    private readonly failed: (error: unknown) => void,
  ) {}

  clear() {
    this.rule = null;
    this.why = "";
  }

  async explain(name: string, why = "") {
    try {
      this.rule = await api.rule(this.id, name);
      this.why = why;
    } catch (error) {
      this.failed(error);
    }
  }
}
