// A real Chromium for tests: the one of this machine, without a window.
import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContext } from "playwright-core";

const PLACES = [
  process.env["CHROME_PATH"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Undefined: tests that need one are skipped. */
export const CHROMIUM = PLACES.find((path) => path !== "" && existsSync(path));

/** As root, and in a container, Chromium starts only without its sandbox. */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM ?? "", args: ARGUMENTS });
}

/** With what it has loaded and stored before in that folder, which one browser at a time may have open. */
export function openProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { executablePath: CHROMIUM ?? "", args: ARGUMENTS });
}
