import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";

/** The choices that have a control on the stage. The dock does not list them again. */
export class OnStage {
  private readonly counts = new SvelteMap<number, number>();

  has(choice: number): boolean {
    return this.counts.has(choice);
  }

  /** Register controls for these choices on the stage, until the returned function is called. */
  stand(choices: readonly number[]): () => void {
    untrack(() => choices.forEach((choice) => this.counts.set(choice, (this.counts.get(choice) ?? 0) + 1)));
    return () =>
      untrack(() => {
        for (const choice of choices) {
          const left = (this.counts.get(choice) ?? 1) - 1;
          if (left) this.counts.set(choice, left);
          else this.counts.delete(choice);
        }
      });
  }
}
