import { MediaQuery } from "svelte/reactivity";

/** On a phone the choices on a hex are below the map, not over it. */
export const narrow = new MediaQuery("max-width: 639px", false);

/** A low screen, such as a small tablet on its side. The map needs all of its height. */
export const low = new MediaQuery("(max-width: 1023px) and (max-height: 719px)", false);
