import { text } from "../language/messages";

/** The names of browsers in user agents, the most special first: many browsers also call themselves Chrome or Safari. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];
/** The names of systems. Android also calls itself Linux, and an iPhone is "like Mac OS X". */
const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\b(?:Macintosh|Mac OS X)\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];
/** The maximum length of an unknown user agent. */
const LONGEST = 40;

/** Return a user agent as text, such as Firefox on Linux. An unknown one stays as it is, shortened. */
export function deviceName(agent: string): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser) return system ? text(`${browser} on ${system}`) : browser;
  if (system) return `Unknown browser on ${system}`;
  if (!agent) return "Unknown client";
  return agent.length > LONGEST ? `${agent.slice(0, LONGEST - 1).trimEnd()}…` : agent;
}
