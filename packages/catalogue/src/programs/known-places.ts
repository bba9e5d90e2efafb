// The folders where programs are on people's machines although PATH does not say so: an editor started from a dock has a short PATH.
import { normalize } from "node:path";
import { readVariable, type Surroundings } from "./surroundings.ts";

/** Places by platform: folders or files, with `~`, `$VAR` and `%VAR%`, and `/` between names everywhere. */
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

/** The user's own before the system's. */
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

/** Folders for programs in general, on this platform. */
export function commonFolders(surroundings: Surroundings): string[] {
  return expandPlaces(FOLDERS, surroundings);
}

/** The places of this platform, whole; those with a variable that is not set are left out. */
export function expandPlaces(places: Places, surroundings: Surroundings): string[] {
  const { platform } = surroundings;
  const own = platform === "darwin" || platform === "win32" ? places[platform] : places.linux;
  return (own ?? []).flatMap((place) => expandPlace(place, surroundings) ?? []);
}

/** `~`, `$VAR`, `${VAR}` and `%VAR%` replaced; undefined if a variable is not set. */
export function expandPlace(place: string, surroundings: Surroundings): string | undefined {
  let isMissing = false;
  const expanded = place.replace(
    /^~(?=[/\\]|$)|\$\{(\w+)\}|\$(\w+)|%([\w()]+)%/g,
    (match, braced?: string, plain?: string, percent?: string) => {
      if (match === "~") return surroundings.homeFolder;
      const value = readVariable(surroundings, braced ?? plain ?? percent ?? "");
      if (value === undefined || value === "") isMissing = true;
      return value ?? "";
    },
  );
  return isMissing ? undefined : normalize(expanded);
}
