/** The marks of a company's runs: colour, line pattern and letter. */
const COLOURS = ["#0072b2", "#c44e00", "#00805e", "#a3408a", "#7a4a00", "#4240b5"];
const DASHES = ["", "34 14", "4 18", "44 14 6 14", "18 10", "60 10 18 10"];

export interface Mark {
  colour: string;
  dash: string;
  letter: string;
}

export const mark = (index: number): Mark => ({
  colour: COLOURS[index % COLOURS.length]!,
  dash: DASHES[index % DASHES.length]!,
  letter: String.fromCharCode(65 + (index % 26)),
});
