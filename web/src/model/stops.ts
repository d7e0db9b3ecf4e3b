/** The hex that a stop is on. */
export const hexOf = (stop: string) => stop.replace(/\.[^.]*$/, "");
