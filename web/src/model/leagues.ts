/** Leagues and ratings in words. */
import { locale } from "../language/messages";
import type { LeagueSummary, Rating } from "../api/leagues";

/** Return a rating with its range, such as "1,512 ± 80". */
export const ratingText = ({ rating, range }: Pick<Rating, "rating" | "range">) =>
  `${rating.toLocaleString(locale())} ± ${range.toLocaleString(locale())}`;

/** Return the stage of a league as a phrase. */
export function stageText({ stage, season, round, rounds }: LeagueSummary): string {
  if (stage === "joining") return `Season ${season} has not started`;
  if (stage === "ended") return `Season ${season} has ended`;
  return `Season ${season}, round ${round} of ${rounds}`;
}

/** Return points with two digits after the point. */
export const pointsText = (points: number) => points.toLocaleString(locale(), TWO_DIGITS);

const TWO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false } as const;
