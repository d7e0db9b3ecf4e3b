const GROUPED = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Format an amount: $10,560, and −$50 with a true minus sign. */
export const dollars = (amount: number) => `${amount < 0 ? "−" : ""}$${GROUPED.format(Math.abs(amount))}`;

/** Format a change: +$350, and −$50 with a true minus sign. */
export const signed = (amount: number) => (amount < 0 ? dollars(amount) : `+${dollars(amount)}`);
