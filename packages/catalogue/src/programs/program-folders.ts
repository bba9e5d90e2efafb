// Folders where programs are often installed although PATH does not name them: an editor started from a dock has a short PATH.
import { normalize } from "node:path";
import { readVariable, type HostEnvironment } from "./host-environment.ts";

/** Paths by platform, with `~`, `$VAR` and `%VAR%`, and `/` as the separator on every platform. */
export interface Places {
  readonly darwin?: readonly string[];
  readonly linux?: readonly string[];
  readonly win32?: readonly string[];
}

const EVERYWHERE_BUT_WINDOWS = [
  "~/.local/bin",
  "~/bin",
  "~/.npm-global/bin",
  "~/.npm/bin",
  "~/.bun/bin",
  "~/.cargo/bin",
  "~/.deno/bin",
  "~/.volta/bin",
  "~/.yarn/bin",
  "~/.asdf/shims",
  "~/.local/share/mise/shims",
  "~/.nix-profile/bin",
  "$NVM_BIN",
  "$PNPM_HOME",
] as const;

/** The user's folders before those of the system. */
const FOLDERS: Required<Places> = {
  darwin: [
    ...EVERYWHERE_BUT_WINDOWS,
    "~/Library/pnpm",
    "/opt/homebrew/bin",
    "/usr/local/bin",
    "/opt/local/bin",
    "/run/current-system/sw/bin",
  ],
  linux: [
    ...EVERYWHERE_BUT_WINDOWS,
    "~/.local/share/pnpm",
    "/home/linuxbrew/.linuxbrew/bin",
    "/usr/local/bin",
    "/usr/bin",
    "/snap/bin",
    "/run/current-system/sw/bin",
  ],
  win32: [
    "%USERPROFILE%/.local/bin",
    "%APPDATA%/npm",
    "%LOCALAPPDATA%/pnpm",
    "%LOCALAPPDATA%/Volta/bin",
    "%LOCALAPPDATA%/Microsoft/WinGet/Links",
    "%LOCALAPPDATA%/Programs",
    "%USERPROFILE%/.bun/bin",
    "%USERPROFILE%/.cargo/bin",
    "%USERPROFILE%/.volta/bin",
    "%USERPROFILE%/scoop/shims",
    "%PROGRAMFILES%/nodejs",
    "%ProgramData%/chocolatey/bin",
  ],
};

/** Folders for programs of any kind on this platform. */
export function commonFolders(host: HostEnvironment): string[] {
  return expandPlaces(FOLDERS, host);
}

/** The absolute paths for this platform, without those whose variable is not set. */
export function expandPlaces(places: Places, host: HostEnvironment): string[] {
  const { platform } = host;
  const own = platform === "darwin" || platform === "win32" ? places[platform] : places.linux;
  return (own ?? []).flatMap((place) => expandPlace(place, host) ?? []);
}

/** `~`, `$VAR`, `${VAR}` and `%VAR%` replaced; undefined if a variable is not set. */
export function expandPlace(place: string, host: HostEnvironment): string | undefined {
  let isMissing = false;
  const expanded = place.replace(
    /^~(?=[/\\]|$)|\$\{(\w+)\}|\$(\w+)|%([\w()]+)%/g,
    (match, braced?: string, plain?: string, percent?: string) => {
      if (match === "~") return host.homeFolder;
      const value = readVariable(host, braced ?? plain ?? percent ?? "");
      if (value === undefined || value === "") isMissing = true;
      return value ?? "";
    },
  );
  return isMissing ? undefined : normalize(expanded);
}
