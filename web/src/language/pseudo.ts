import type { CatalogModule } from "wuchale/runtime";

type CompiledElement = CatalogModule["c"][number];

/** The language of the sources. */
export const SOURCE = "en";
/** English with accents and longer words. It shows texts that no catalogue has, and places without room. */
export const PSEUDO = "en-XA";

const ACCENTS: Record<string, string> = Object.fromEntries(
  [..."aeiouyAEIOUYcdnrstzCDNRSTZ"].map((letter, at) => [letter, [..."áéíóúýÁÉÍÓÚÝčďňřšťžČĎŇŘŠŤŽ"][at]!]),
);

/** Return a text with accents, about a third longer. `#` stands for a number and remains. */
export const pseudoText = (text: string) =>
  text.replace(/[A-Za-z]/g, (letter) => ACCENTS[letter] ?? letter).replace(/[áéíóú]/g, "$&$&");

type Load = (id: string, language: string) => Promise<CatalogModule>;

/** Return a function that loads catalogues, also that of the pseudo-language, which is made of the English one. */
export const withPseudo =
  (load: Load): Load =>
  async (id, language) =>
    language === PSEUDO ? pseudo(await load(id, SOURCE)) : load(id, language);

/** Return a catalogue with all its texts in the pseudo-language. */
const pseudo = ({ c, p }: CatalogModule): CatalogModule => ({ c: c.map(pseudoElement), p }) as CatalogModule;

const pseudoElement = (element: CompiledElement): CompiledElement =>
  (Array.isArray(element)
    ? element.map((part) => pseudoElement(part as CompiledElement))
    : typeof element === "string"
      ? pseudoText(element)
      : element) as CompiledElement;
