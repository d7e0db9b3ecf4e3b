import { locale, text } from "../language/messages";

const DOLLARS = {
  style: "currency",
  currency: "USD",
  currencyDisplay: "narrowSymbol",
  maximumFractionDigits: 0,
} as const;

const PERCENT = { style: "unit", unit: "percent" } as const;
const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

const FORMATS = {
  plain: DOLLARS,
  signed: { ...DOLLARS, signDisplay: "always" },
  percent: PERCENT,
  change: { ...PERCENT, ...ONE_DIGIT, signDisplay: "always" },
} as const satisfies Record<string, Intl.NumberFormatOptions>;

/** The formats in use by name and language, because making one takes long. */
const kept = new Map<string, Intl.NumberFormat>();

function format(name: keyof typeof FORMATS): Intl.NumberFormat {
  const key = `${name} ${locale()}`;
  const found = kept.get(key) ?? new Intl.NumberFormat(locale(), FORMATS[name]);
  kept.set(key, found);
  return found;
}

/** Write an amount with a true minus sign. Adding 0 makes the negative zero of a sign change a zero. */
const written = (format: Intl.NumberFormat, amount: number) => format.format(amount + 0).replace("-", "−");

/** Format an amount: $10,560, and −$50 with a true minus sign. */
export const dollars = (amount: number) => written(format("plain"), amount);

/** Format a change: +$350, and −$50 with a true minus sign. */
export const signed = (amount: number) => written(format("signed"), amount);

/** Format a percentage: 60%. The argument for a half is 50. */
export const percentage = (value: number) => format("percent").format(value);

/** Format a change in percent, with one digit after the point: +5.0%, and −1.5% with a true minus sign. */
export const signedPercentage = (value: number) => written(format("change"), value);

/** The figures of an estimate of a bot. The limits are null for the action with which the others are compared. */
export interface Estimated {
  total: number;
  low: number | null;
  high: number | null;
  /** True if the bot rules the action out. */
  never: boolean;
}

/** Return half the width of the interval of an estimate, in dollars; null if it is not known. */
const marginOf = ({ low, high }: Estimated) => (low === null || high === null ? null : (high - low) / 2);

/** Return the total of an estimate in words: "+$350 ± $80", or "about equal" if its error is larger. */
export function totalText(estimate: Estimated): string {
  if (estimate.never) return text("ruled out");
  const margin = marginOf(estimate);
  if (margin === null) return signed(estimate.total);
  return isEqual(estimate) ? text("about equal") : `${signed(estimate.total)} ± ${dollars(margin)}`;
}

/** Return true if the error of an estimate is larger than its total, so that the total says nothing. */
function isEqual(estimate: Estimated): boolean {
  const margin = marginOf(estimate);
  return margin !== null && !estimate.never && margin > Math.abs(estimate.total);
}

/**
 * Return a sentence about the figures of a bot's first choice: +$350 ± $80. Empty if it has none. ``besideNext`` is true if
 * the total is the lead over the next best choice.
 */
export function marginText(estimate: Estimated, besideNext: boolean): string {
  const { total, never } = estimate;
  const half = marginOf(estimate);
  if (never || half === null) return "";
  // The error of a comparison with doing nothing is mostly that of the whole game: it says nothing about the choice.
  if (isEqual(estimate))
    return besideNext
      ? text("The first choice and the next best are about equal. The bot cannot tell which is better.")
      : "";
  const [by, margin] = [dollars(Math.abs(total)), dollars(half)];
  if (besideNext)
    return text(
      `The first choice is about ${by} better than the next best. The outcome may be ${margin} more or less.`,
    );
  return total < 0
    ? text(`The first choice is about ${by} worse than doing nothing. The outcome may be ${margin} more or less.`)
    : text(`The first choice is about ${by} better than doing nothing. The outcome may be ${margin} more or less.`);
}
