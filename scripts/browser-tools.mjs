// Installs what the tests of the page need, where that is possible without asking: Chromium, by root, from Debian's packages.
// Best effort: without it those tests are skipped, and one line says so.
import { existsSync } from "node:fs";
import { installPackage } from "./debian-packages.mjs";

const PLACES = [
  process.env["CHROME_PATH"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export function ensureChromium(say) {
  if (PLACES.some((path) => path !== "" && existsSync(path))) return;
  if (process.platform === "linux" && installPackage("chromium")) return;
  say("Chromium is not installed, so the tests of the page are skipped: apt-get install chromium, or set CHROME_PATH");
}
