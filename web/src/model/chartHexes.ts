/** The height of a hex with a point at the top, in distances between two rows. Rows overlap by a quarter of a hex. */
export const HEX = 4 / 3;

/** Return the corners of a hex in a rectangle, for a polygon. The upper left corner of the rectangle is the origin. */
export function hexPoints(width: number, height: number, x = 0, y = 0): string {
  const [low, high] = [height / 4, (height * 3) / 4];
  const corners = [
    [width / 2, 0],
    [width, low],
    [width, high],
    [width / 2, height],
    [0, high],
    [0, low],
  ] as const;
  return corners.map(([right, down]) => `${x + right},${y + down}`).join(" ");
}
