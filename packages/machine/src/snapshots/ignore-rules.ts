// The ignore rules of a folder: its own .gitignore, then those of the folders above, then the global ones.
import { matchesIgnorePattern, parseIgnoreLine, type IgnorePattern } from "./ignore-pattern.ts";

export interface IgnoreRules {
  isIgnored(names: readonly string[], isFolder: boolean): boolean;
}

/** macOS and Windows treat names that differ only in case as the same. */
const IGNORE_CASE = process.platform === "darwin" || process.platform === "win32";

export const noRules: IgnoreRules = { isIgnored: () => false };

/** `depth` is the number of names that lead to the folder of the text; `outer` is consulted if no line matches. */
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

/** The last line comes first: it takes precedence. */
function parseIgnoreText(text: string): IgnorePattern[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  return lines.flatMap((line) => parseIgnoreLine(line) ?? []).toReversed();
}
