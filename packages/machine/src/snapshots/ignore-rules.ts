// The ignore rules that hold in a folder: its own .gitignore, then those of the folders above, then what holds everywhere.
import { matchesIgnorePattern, parseIgnoreLine, type IgnorePattern } from "./ignore-pattern.ts";

export interface IgnoreRules {
  isIgnored(names: readonly string[], isFolder: boolean): boolean;
}

/** macOS and Windows take names that differ in case only for the same. */
const IGNORE_CASE = process.platform === "darwin" || process.platform === "win32";

export const noRules: IgnoreRules = { isIgnored: () => false };

/** `depth` is how many names lead to the folder that the text belongs to; `outer` is asked about what no line matches. */
export function addRules(outer: IgnoreRules, text: string, depth: number): IgnoreRules {
  const patterns = parseIgnoreText(text);
  if (patterns.length === 0) return outer;
  return {
    isIgnored(names, isFolder) {
      const below = depth === 0 ? names : names.slice(depth);
      for (const pattern of patterns) {
        if (matchesIgnorePattern(pattern, below, isFolder, IGNORE_CASE)) return !pattern.negated;
      }
      return outer.isIgnored(names, isFolder);
    },
  };
}

/** The last line comes first: it has the say. */
function parseIgnoreText(text: string): IgnorePattern[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  return lines.flatMap((line) => parseIgnoreLine(line) ?? []).toReversed();
}
