import { expect, test } from "vitest";
import { deviceName } from "../src/model/agents";

const APPLE = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox on Android"],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} FxiOS/140.0 Mobile/15E148`, "Firefox on iPhone"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, "Chrome on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/131.0.0.0`, "Edge on Windows"],
  [`Mozilla/5.0 (Linux; Android 14) ${CHROME} Mobile Safari/537.36 OPR/86.0`, "Opera on Android"],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) ${APPLE} Version/18.0 Safari/605.1.15`, "Safari on Mac"],
  ["Mozilla/5.0 (X11; Linux x86_64) Strange/1.0", "Unknown browser on Linux"],
  ["python-httpx/0.28", "python-httpx/0.28"],
  ["", "Unknown client"],
  ["x".repeat(200), `${"x".repeat(39)}…`],
])("the user agent %s is shown as %s", (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});
