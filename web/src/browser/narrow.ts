import { MediaQuery } from "svelte/reactivity";

/** On a phone the choices on a hex are below the map, not over it. */
export const narrow = new MediaQuery("max-width: 639px", false);
