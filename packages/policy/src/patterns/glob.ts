// Globs over paths, as in .gitignore: without a slash they match at any depth, and a match on a folder covers
// everything in it.
import { foldCase as foldLetters } from "@parley/base";
import { PATTERN_CHARS_MAX, PATTERN_PARTS_MAX } from "../limits.ts";
import { expandBraces } from "./braces.ts";
import { compilePart } from "./part.ts";
import { anyParts, matchSequence, type Sequence } from "./sequence.ts";

export interface Glob {
  /** As it was written. */
  readonly text: string;
  /** For a case-sensitive file system. */
  readonly exact: Sequence;
  /** For a case-insensitive one: match it with folded segments. */
  readonly folded: Sequence;
}

export type Globs = { readonly globs: readonly Glob[] } | { readonly expected: string };

/** One glob for each alternative, or what was expected instead. */
export function compileGlob(text: string): Globs {
  const expected = whatIsWrong(text);
  if (expected !== undefined) return { expected };
  const globs: Glob[] = [];
  for (const alternative of expandBraces(text) ?? []) {
    const exact = toSequence(alternative, "folders too");
    const folded = toSequence(foldCase(alternative), "folders too");
    if (exact === undefined || folded === undefined) return { expected: GOOD_SEGMENTS };
    globs.push({ text, exact, folded });
  }
  return globs.length > 0 ? { globs } : { expected: GOOD_BRACES };
}

const GOOD_SEGMENTS = "a ] for every [, and no empty, . or .. segment";
const GOOD_BRACES = "a } for every {, and fewer alternatives";

export type FileGlob = { readonly matches: (path: string) => boolean } | { readonly expected: string };

/**
 * A glob for files only, as in search tools: `src/*` does not match inside subfolders of `src`; `src/` matches
 * everything in it.
 */
export function compileFileGlob(text: string): FileGlob {
  const expected = whatIsWrong(text);
  if (expected !== undefined) return { expected };
  const sequences: Sequence[] = [];
  for (const alternative of expandBraces(text) ?? []) {
    const sequence = toSequence(alternative, alternative.endsWith("/") ? "folders too" : "files");
    if (sequence === undefined) return { expected: GOOD_SEGMENTS };
    sequences.push(sequence);
  }
  if (sequences.length === 0) return { expected: GOOD_BRACES };
  return {
    matches: (path) => {
      const segments = path.split("/");
      return sequences.some((sequence) => matchSequence(sequence, segments));
    },
  };
}

/** One spelling for all names that such a file system treats as equal; in doubt, too many names. */
export function foldCase(text: string): string {
  return isAscii(text) ? text.toLowerCase() : foldLetters(text.normalize("NFC"));
}

function whatIsWrong(text: string): string | undefined {
  if (text === "" || text.length > PATTERN_CHARS_MAX) return `a glob of 1 to ${PATTERN_CHARS_MAX} characters`;
  if (text.includes("\0") || text.includes("\\")) return "a glob with / between its segments, and no \\";
  if (text.startsWith("/") || text.startsWith("~") || text[1] === ":") return "a glob relative to the workspace";
  if (text.startsWith("!")) return "a glob without !: use another rule instead";
  return undefined;
}

function toSequence(text: string, covers: "files" | "folders too"): Sequence | undefined {
  const isAnchored = text.slice(0, -1).includes("/");
  const segments = text.split("/");
  if (segments.length > 1 && segments.at(-1) === "") segments.pop();
  if (segments.length > 1 && segments[0] === ".") segments.shift();
  if (segments.length > PATTERN_PARTS_MAX) return undefined;
  const sequence: Sequence[number][] = isAnchored ? [] : [anyParts];
  for (const segment of segments) {
    if (segment === "" || segment === "." || segment === "..") return undefined;
    const part = segment === "**" ? anyParts : compilePart(segment, "glob");
    if (part === undefined) return undefined;
    if (part !== anyParts || sequence.at(-1) !== anyParts) sequence.push(part);
  }
  if (covers === "folders too" && sequence.at(-1) !== anyParts) sequence.push(anyParts);
  return sequence;
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}
