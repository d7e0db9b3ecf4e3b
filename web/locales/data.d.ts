/** The languages of the catalogues. The build writes the list. */
export const locales: string[];
