/** Parts of the page of a game that are separate downloads, and that other pages may request before the game is there. */
import type CoachType from "../components/learn/Coach.svelte";
import type GuideType from "../components/learn/Guide.svelte";

/** A component that is downloaded when it is first needed. A loaded one is drawn together with its surroundings. */
class Part<C> {
  component = $state.raw<C | null>(null);

  constructor(private readonly download: () => Promise<{ default: C }>) {}

  /** Download the component. After an error, the next call tries again. */
  load() {
    if (this.component) return;
    this.download().then(
      ({ default: component }) => (this.component = component),
      () => undefined,
    );
  }
}

export const coach = new Part<typeof CoachType>(() => import("../components/learn/Coach.svelte"));
export const guide = new Part<typeof GuideType>(() => import("../components/learn/Guide.svelte"));
