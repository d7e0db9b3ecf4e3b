/** Return the hex of a stop. */
export const hexOf = (stop: string) => stop.replace(/\.[^.]*$/, "");
