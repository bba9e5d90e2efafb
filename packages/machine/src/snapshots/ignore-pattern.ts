// One line of a .gitignore file: its meaning, and whether it matches. Takes time proportional to pattern × path at worst,
// for every pattern, because no regular expressions are used.
import { parseGlob, matchesGlob, type Glob } from "./glob.ts";

export interface IgnorePattern {
  /** `!`: matching paths are not ignored after all. */
  readonly negated: boolean;
  readonly foldersOnly: boolean;
  /** Without a slash it is matched with the name alone, at any depth. */
  readonly anyDepth: boolean;
  /** One per part of the path; `**` stands for any number of folders. */
  readonly parts: readonly (Glob | "**")[];
}

/** `undefined` for blank lines, comments, and patterns that never match. */
export function parseIgnoreLine(line: string): IgnorePattern | undefined {
  if (line.startsWith("#")) return undefined;
  const negated = line.startsWith("!");
  let text = trimTrailingSpaces(negated ? line.slice(1) : line);
  const foldersOnly = text.endsWith("/");
  if (foldersOnly) text = text.slice(0, -1);
  if (text === "") return undefined;
  const anyDepth = !text.includes("/");
  const parts: (Glob | "**")[] = [];
  for (const part of (text.startsWith("/") ? text.slice(1) : text).split("/")) {
    const glob = /^\*{2,}$/.test(part) && !anyDepth ? "**" : parseGlob(part);
    if (glob === undefined) return undefined;
    if (glob !== "**" || parts.at(-1) !== "**") parts.push(glob);
  }
  return { negated, foldersOnly, anyDepth, parts };
}

/** `names` are the parts of a path, relative to the folder of the .gitignore file. */
export function matchesIgnorePattern(
  pattern: IgnorePattern,
  names: readonly string[],
  isFolder: boolean,
  ignoreCase: boolean,
): boolean {
  if (pattern.foldersOnly && !isFolder) return false;
  const relevant = pattern.anyDepth ? names.slice(-1) : names;
  return matchesParts(pattern.parts, relevant, ignoreCase);
}

/** When parts do not match, only the last `**` has to be extended: it can take whatever an earlier one could. */
function matchesParts(parts: IgnorePattern["parts"], names: readonly string[], ignoreCase: boolean): boolean {
  let [part, name] = [0, 0];
  let [stretchedPart, stretchedName] = [-1, 0];
  while (name < names.length) {
    const glob = parts[part];
    if (glob === "**") {
      // At the end it means everything inside, which is at least one name.
      if (part === parts.length - 1) return true;
      [stretchedPart, stretchedName] = [part, name];
      part += 1;
    } else if (glob !== undefined && matchesGlob(glob, names[name] ?? "", ignoreCase)) {
      part += 1;
      name += 1;
    } else if (stretchedPart === -1) {
      return false;
    } else {
      stretchedName += 1;
      [part, name] = [stretchedPart + 1, stretchedName];
    }
  }
  return part === parts.length;
}

/** Trailing spaces do not count, unless a backslash precedes them. */
function trimTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " ") end -= 1;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === "\\") backslashes += 1;
  return line.slice(0, end < line.length && backslashes % 2 === 1 ? end + 1 : end);
}
