// Finds the paths that a string might mean, literally or as a tool might interpret it.
import { PATH_CHARS_MAX } from "../limits.ts";

/* oxlint-disable-next-line no-control-regex -- a path with one of these is none that anybody can read */
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Only a single, short line can be a path. */
export function canBePath(text: string): boolean {
  return text.length <= PATH_CHARS_MAX && text.trim() !== "" && !CONTROL.test(text);
}

/** Quotes and brackets around the path, or `@` before it. */
const WRAPPED = /^(?:"(.*)"|'(.*)'|`(.*)`|<(.*)>|\((.*)\)|\[(.*)\])$/;
/** A position after the path: `:12`, `:12:3`, `#L10`, `(12,3)`. */
const PLACE = /(?::\d+(?:[:-]\d+)?|#L?\d+(?:-L?\d+)?|\(\d+(?:,\d+)?\)|[?#].*)$/;
/** `--file=x`, `path: x`, `HEAD:x`, `file:x`. */
const PREFIX = /^[\w@.^~-]{1,64}[=:]\s*(?!\/\/)(.+)$/;
const FILE_URI = /^[a-z][a-z+.-]*:\/\/(?:localhost|file)?(\/.*)$/i;
const VARIABLE =
  /^(?:\$\{?(?:PWD|workspaceFolder|workspaceRoot|workspace|cwd|PROJECT_ROOT)\}?|%CD%|\{\{?\s*(?:cwd|workspace)\s*\}?\})[/\\]?/i;
/** The prefixes `a/` and `b/` of git's diffs. */
const GIT_SIDE = /^[ab]\/(?=.)/;

const PLAIN = /^[\w./-]+$/;

/** Other readings of the string as a path, without the string itself. */
export function otherSpellings(text: string): readonly string[] {
  // This is the most common case.
  if (PLAIN.test(text) && !GIT_SIDE.test(text)) return [];
  const found = new Set<string>();
  let shape = text.trim();
  for (let step = 0; step < STEPS_MAX && shape !== ""; step += 1) {
    found.add(shape);
    const next = unwrap(shape);
    if (next === undefined) break;
    shape = next;
  }
  const shapes = [...found];
  for (const one of shapes) {
    const plain = one.replace(PLACE, "");
    if (plain !== "") found.add(plain);
    if (plain.includes("\\")) found.add(plain.replaceAll("\\", "/"));
    if (GIT_SIDE.test(plain)) found.add(plain.replace(GIT_SIDE, ""));
  }
  found.delete(text);
  return [...found].filter(canBePath);
}

const STEPS_MAX = 6;

function unwrap(text: string): string | undefined {
  const wrapped = WRAPPED.exec(text)
    ?.slice(1)
    .find((part) => part !== undefined);
  if (wrapped !== undefined) return wrapped.trim();
  if (text.startsWith("@")) return text.slice(1);
  const [, uri] = FILE_URI.exec(text) ?? [];
  if (uri !== undefined) return decode(uri);
  const decoded = text.includes("%") ? decode(text) : text;
  if (decoded !== text) return decoded;
  if (VARIABLE.test(text)) return text.replace(VARIABLE, "");
  // A drive letter is not a name before a colon.
  const [, behind] = /^[a-z]:[/\\]/i.test(text) ? [] : (PREFIX.exec(text) ?? []);
  return behind?.trim();
}

/** Splits a string with several paths, if its key says that it contains paths. */
export function splitPaths(text: string): readonly string[] {
  const parts = text.split(/[,;|]|\s+/).map((part) => part.trim());
  return parts.length < 2 ? [] : parts.filter((part) => part !== "" && canBePath(part));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // The text is not encoded, so the per cent sign is an ordinary character.
  }
}

/** The path of a `file:` URI; undefined for any other text. */
export function fromFileUri(text: string): string | undefined {
  if (!/^file:/i.test(text)) return undefined;
  const path = decode(text.replace(/^file:(?:\/\/(?:localhost)?(?=\/))?/i, ""));
  return /^\/[a-z]:/i.test(path) ? path.slice(1) : path;
}

export function isAbsolutePath(path: string): boolean {
  return /^(?:[/\\~]|[a-z]:)/i.test(path);
}
