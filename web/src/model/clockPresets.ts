/** Common settings of a table's clock. */
import type { ClockSettings, Program } from "../api/types";

export interface ClockPreset {
  name: string;
  move_hours: number;
  bank_hours: number;
}
/** Return the common settings. The usual clock of a game by correspondence comes first. */
export const presets = (): readonly [ClockPreset, ...ClockPreset[]] => [
  { name: "A move a day", move_hours: 24, bank_hours: 0 },
  { name: "A move in two days, bank of 7 days", move_hours: 48, bank_hours: 168 },
];

/** Return the settings of a preset. The other settings stay as they were. */
export function clockOf(
  { move_hours, bank_hours }: Omit<ClockPreset, "name">,
  programs: readonly Program[],
  former: ClockSettings | null = null,
): ClockSettings {
  const bot = programs.find(({ usual }) => usual)?.name ?? programs[0]?.name ?? "";
  return { night: null, weekends: false, at_zero: "remind", bot, ...former, move_hours, bank_hours };
}

/** Return the preset that has the hours of a clock. */
export const presetOf = (clock: ClockSettings) =>
  presets().find(({ move_hours, bank_hours }) => move_hours === clock.move_hours && bank_hours === clock.bank_hours);
