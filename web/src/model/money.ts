const GROUPED = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** An amount as it is read: $10,560, and with a true minus −$50. */
export const dollars = (amount: number) => `${amount < 0 ? "−" : ""}$${GROUPED.format(Math.abs(amount))}`;

/** A change as it is read: +$350, and with a true minus −$50. */
export const signed = (amount: number) => (amount < 0 ? dollars(amount) : `+${dollars(amount)}`);
