// Finds the files that the output of a command or a search names: `src/a.ts:12:3`, `src/a.ts(12,3)`,
// `File "a.py", line 3`, lists of paths.
import type { NamedFile } from "./file-uri.ts";
import { FILES_PER_MESSAGE_MAX, OUTPUT_CHARS_MAX } from "../limits.ts";

const NAME = String.raw`(?:[A-Za-z]:[\\/]|~?[\\/]|\.{1,2}[\\/])?(?:[\w@.+-]+[\\/])*[\w@.+-]*\w`;
const WITH_LINE = new RegExp(
  String.raw`(?<![\w@./\\:+-])(${NAME})(?::(\d{1,7})(?![\d.])|\((\d{1,7})(?:,\d{1,7})?\))`,
  "g",
);
const PYTHON = /\bFile "([^"\n]{1,1000})", line (\d{1,7})/g;
const WHOLE_LINE = new RegExp(String.raw`^(${NAME})$`, "gm");
const ENDING = /(?:^|[\w)\]-])\.(?!(?:com|org|net|io|local|localhost)$)[A-Za-z][\w+-]{0,9}$/;
const DOTTED = /(?:^|[\\/])\.[\w-]+$/;

/** `isList`: every line that looks like a path is one, as in the output of a search. */
export function findOutputFiles(output: string, isList: boolean): readonly NamedFile[] {
  const text = output.length > OUTPUT_CHARS_MAX ? output.slice(-OUTPUT_CHARS_MAX) : output;
  const found = new Map<string, NamedFile>();
  const add = (path: string, line: string | undefined): void => {
    if (found.size >= FILES_PER_MESSAGE_MAX || found.has(path)) return;
    found.set(path, line === undefined ? { path } : { path, line: Number(line) });
  };
  for (const [, path = "", line, other] of text.matchAll(WITH_LINE)) if (isFile(path)) add(path, line ?? other);
  for (const [, path = "", line] of text.matchAll(PYTHON)) if (!path.startsWith("<")) add(path, line);
  for (const [, path = ""] of text.matchAll(WHOLE_LINE)) {
    if (isWholePath(path, isList)) add(path, undefined);
  }
  return [...found.values()];
}

/** `localhost:3000` and `12:30` are not files. */
function isFile(path: string): boolean {
  return ENDING.test(path) || (/[\\/]/.test(path) && !/^[\\/]{2}/.test(path) && DOTTED.test(path));
}

function isWholePath(path: string, isList: boolean): boolean {
  if (/^[\\/]{2}/.test(path)) return false;
  const isAbsolute = /^(?:\/|[A-Za-z]:[\\/])/.test(path);
  return isAbsolute ? path.length > 1 && (isList || isFile(path)) : isList && /[\\/]/.test(path) && isFile(path);
}
