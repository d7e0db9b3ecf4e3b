/** Colours as eyes see them: contrast as WCAG measures it, and what those see who see few colours. */
import app from "../src/styles/app.css?raw";
import art from "../src/styles/art.css?raw";
import looks from "../src/styles/looks.css?raw";

export type Rgb = readonly [number, number, number];
export type Scheme = "light" | "dark";

export function rgb(hex: string): Rgb {
  const digits = hex.slice(1);
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  return [0, 2, 4].map((at) => parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb;
}

const linear = (part: number) => (part <= 0.04045 * 255 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
const light = ([r, g, b]: Rgb) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** From 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The matrices of Machado, Oliveira and Fernandes (2009) for eyes that lack one kind of cone, on linear colours. */
const EYES: Record<string, number[]> = {
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
};
export const eyes = Object.keys(EYES);

/** Oklab, in which equal distances look equally far apart. */
function lab(colour: Rgb, eye: string): Rgb {
  const [r, g, b] = colour.map(linear) as unknown as Rgb;
  const m = EYES[eye]!;
  const seen = [0, 3, 6].map((row) => Math.max(0, m[row]! * r + m[row + 1]! * g + m[row + 2]! * b));
  const [x, y, z] = seen as unknown as Rgb;
  const [l, c, s] = [
    Math.cbrt(0.4122214708 * x + 0.5363325363 * y + 0.0514459929 * z),
    Math.cbrt(0.2119034982 * x + 0.6806995451 * y + 0.1073969566 * z),
    Math.cbrt(0.0883024619 * x + 0.2817188376 * y + 0.6299787005 * z),
  ];
  return [
    0.2104542553 * l + 0.793617785 * c - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * c + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * c - 0.808675766 * s,
  ];
}

/** How far apart two colours look to such eyes; below 0.05 they are easily taken for each other. */
export function apart(one: Rgb, other: Rgb, eye: string): number {
  const [a, b] = [lab(one, eye), lab(other, eye)];
  return Math.hypot(...a.map((part, index) => part - b[index]!));
}

function variables(css: string, scheme: Scheme): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name, value] of css.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
    const both = /^light-dark\(\s*(#\w+),\s*(#\w+)\s*\)$/.exec(value!);
    const colour = both ? both[scheme === "light" ? 1 : 2]! : value!;
    if (/^#\w{3,6}$/.test(colour)) found[name!] = colour;
  }
  return found;
}

/** The colours of the page by the names of their variables. */
export function palette(scheme: Scheme, kind: "usual" | "distinct"): Record<string, string> {
  const usual = { ...variables(app, scheme), ...variables(art, scheme) };
  const other = /\[data-palette="distinct"\]\s*\{([^}]*)\}/.exec(looks)![1]!;
  return kind === "usual" ? usual : { ...usual, ...variables(other, scheme) };
}
