// Finds ripgrep, and its options for searching the same files as a listing or a snapshot.
import type { Log } from "@parley/base";

/** Always excluded, as in a listing of the workspace. */
const EXCLUDED = [".git", "node_modules", ".venv", "__pycache__"];

/** The ignore files of listings and snapshots: .gitignore and .git/info/exclude, nothing else. */
export const RIPGREP_OPTIONS: readonly string[] = [
  "--no-config",
  "--no-messages",
  "--no-require-git",
  "--no-ignore-dot",
  "--no-ignore-global",
  "--hidden",
  "--null",
  "--crlf",
  "--color=never",
];

/** For a search of a whole folder. */
export const RIPGREP_EXCLUDED: readonly string[] = EXCLUDED.map((name) => `--glob=!${name}`);

/** Undefined if there is no build for this platform. */
export async function findRipgrep(log: Log): Promise<string | undefined> {
  try {
    return (await import("@vscode/ripgrep")).rgPath;
  } catch (cause) {
    log.write("warn", "ripgrep is not available on this platform", { cause });
    return undefined;
  }
}
