/** The modules of a QR code. */
interface Modules {
  size: number;
  get: (x: number, y: number) => boolean;
}

/** Return the dark modules of a QR code as the path of an SVG shape: one rectangle for each run in a row. */
export function pathOfModules(code: Modules): string {
  const { size } = code;
  let path = "";
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const from = x;
      while (x < size && code.get(x, y)) x += 1;
      if (x > from) path += `M${from},${y}h${x - from}v1h-${x - from}z`;
    }
  return path;
}
