// Finds an installed Chromium-based browser.
import { findProgram } from "@parley/machine";
import { join } from "node:path";

export interface BrowserPlaces {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Environment variables that name a browser. */
const VARIABLES = ["PARLEY_BROWSER", "CHROME_PATH"] as const;

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "microsoft-edge",
  "microsoft-edge-stable",
  "msedge",
  "brave-browser",
] as const;

const MAC_APPS = [
  "Google Chrome.app/Contents/MacOS/Google Chrome",
  "Chromium.app/Contents/MacOS/Chromium",
  "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "Brave Browser.app/Contents/MacOS/Brave Browser",
];
const WINDOWS_APPS = [
  ["Google", "Chrome", "Application", "chrome.exe"],
  ["Chromium", "Application", "chrome.exe"],
  ["Microsoft", "Edge", "Application", "msedge.exe"],
  ["BraveSoftware", "Brave-Browser", "Application", "brave.exe"],
];

/** The path of the program, or a message that explains what is missing. */
export async function findBrowser(
  places: BrowserPlaces,
): Promise<{ readonly path: string } | { readonly missing: string }> {
  const { env } = places;
  for (const variable of VARIABLES) {
    const named = env[variable];
    if (named === undefined || named === "") continue;
    const program = await findProgram(named, "/", env);
    if (program?.kind === "executable") return { path: program.path };
    // A browser named explicitly is not replaced with another one.
    return { missing: `${variable} is ${named}, which is not a program.` };
  }
  for (const candidate of [...NAMES, ...usualPlaces(places)]) {
    const program = await findProgram(candidate, "/", env);
    if (program?.kind === "executable") return { path: program.path };
  }
  return { missing: `Chromium, Chrome or Edge not found on this machine. ${toAdvice(places.platform)}` };
}

function usualPlaces({ platform, env }: BrowserPlaces): string[] {
  if (platform === "darwin") {
    const folders = ["/Applications", join(env["HOME"] ?? "/", "Applications")];
    return folders.flatMap((folder) => MAC_APPS.map((app) => join(folder, app)));
  }
  if (platform === "win32") {
    const folders = [env["ProgramFiles"], env["ProgramFiles(x86)"], env["LOCALAPPDATA"]];
    return folders.flatMap((folder) => (folder === undefined ? [] : WINDOWS_APPS.map((app) => join(folder, ...app))));
  }
  return [
    "/usr/lib/chromium/chromium",
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/opt/microsoft/msedge/msedge",
  ];
}

function toAdvice(platform: NodeJS.Platform): string {
  const how =
    platform === "linux" ? "`apt install chromium` or your package manager" : "from https://www.google.com/chrome/";
  return `Install one (${how}), or set PARLEY_BROWSER to its path. Until then, use \`fetch\` to read pages.`;
}
