import { MediaQuery } from "svelte/reactivity";

/** On a phone what can be done on a hex stands below the map rather than over it. */
export const narrow = new MediaQuery("max-width: 639px", false);
