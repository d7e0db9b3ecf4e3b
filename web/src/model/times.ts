import { locale } from "../language/messages";

const WHEN = { dateStyle: "medium", timeStyle: "short" } as const;

/** Return a time in seconds since 1970 in the words of the reader's language. */
export const when = (seconds: number) => new Date(seconds * 1000).toLocaleString(locale(), WHEN);
