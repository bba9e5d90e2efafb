// Finds the files that a user mentions in a prompt: `@src/a.ts`, `@"a file.md"`, `@src/a.ts#L10-20`, `@src/a.ts:10`.
import { toLine, type NamedFile } from "./file-uri.ts";
import { FILES_PER_MESSAGE_MAX, PATH_CHARS_MAX, PROMPT_CHARS_MAX } from "../limits.ts";

/** After a letter it is an e-mail address, after another `@` something else. */
const MENTION = /(?<![\w@.+/-])@(?:"([^"\n]+)"|'([^'\n]+)'|`([^`\n]+)`|([^\s@"'`<>|*?()[\]{}]+))(\()?/g;
const FENCED = /^(```|~~~)[^]*?^\1[^\n]*$/gm;
const LINES = /(?:#(L?\d{1,9}(?:[-:]L?\d{1,9})?)|:(\d{1,9})(?:[-:]\d{1,9})?)$/;
const PUNCTUATION = /[.,;:!?…]+$/;
const PLACE = /^(?:~?\/|\.{1,2}\/|[A-Za-z]:[\\/])/;
const ENDING = /[^/\\.]\.[A-Za-z]\w{0,9}$|(?:^|[/\\])\.[\w.-]+$/;

export function findMentions(text: string): readonly NamedFile[] {
  if (!text.includes("@")) return [];
  const prose = text.slice(0, PROMPT_CHARS_MAX).replaceAll(FENCED, "");
  const found: NamedFile[] = [];
  for (const [, double, single, ticked, bare, call] of prose.matchAll(MENTION)) {
    const quoted = double ?? single ?? ticked;
    // `@app.route("/")` is a decorator.
    const file = quoted !== undefined ? cutLines(quoted) : call === undefined ? readBare(bare ?? "") : undefined;
    if (file !== undefined && found.length < FILES_PER_MESSAGE_MAX) found.push(file);
  }
  return found;
}

function readBare(text: string): NamedFile | undefined {
  if (text.length > PATH_CHARS_MAX) return undefined;
  const file = cutLines(text.replace(PUNCTUATION, ""));
  return looksLikeFile(file.path) ? file : undefined;
}

/** `@name` is a person and `@scope/name` a package, unless something else indicates a file. */
function looksLikeFile(path: string): boolean {
  if (PLACE.test(path) || ENDING.test(path)) return true;
  return /[/\\]$/.test(path) || path.split(/[/\\]/).length > 2;
}

function cutLines(text: string): NamedFile {
  const match = LINES.exec(text);
  if (match === null || match.index === 0) return { path: text };
  return { path: text.slice(0, match.index), line: toLine(match[1] ?? match[2] ?? "") };
}
