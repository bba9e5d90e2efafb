// Finds passwords among the arguments of commands: `curl -u USER:PASSWORD`, `mysql -pPASSWORD`, `docker login -p PASSWORD`.
import { OPTION_LINE_CHARS_MAX } from "../limits.ts";
import { LOGIN_OPTIONS, NEEDS_LOGIN, SECRET_OPTIONS, type SecretOption } from "./command-options.ts";
import type { Found } from "./place.ts";
import { findQuotedEnd, quoteAt } from "./quotes.ts";
import { hasSubstance, isReference } from "./secret-value.ts";
import type { Span } from "./spans.ts";

const PROGRAM = new RegExp(`(?<![\\w.-])(?:${[...SECRET_OPTIONS.keys()].join("|")})(?=["']?,?\\s)`, "g");
const LOGIN = new RegExp(`(?<![\\w-])(?:${[...LOGIN_OPTIONS].join("|")})(?=[\\s"'=\\\\,]|[\\w.@+%-]{1,100}:)`, "g");
/** Without one of these, no program in the table gets a password. */
const SHORT_OPTION = /[\s"']-[a-zA-Z]|\slogin\s/;
const COMMAND_END = /[\n|;&]/;
/** Words of a line; a list in JSON has quotes and commas between them. */
const WORD = /(?:\\*["'])?([^\s"'\\]+)(?:\\*["'])?,?/g;
const BETWEEN = /^[\s"'=\\,]{0,20}/;
const USER_AND_PASSWORD = /^([^\s:/"'`$\\%]{1,200})[:%]([^\s"'`\\]{1,500})/;
const KIND = "password of a command";

export function findOptions(text: string, spans: Span[]): void {
  LOGIN.lastIndex = 0;
  for (let match = LOGIN.exec(text); match !== null; match = LOGIN.exec(text)) findLogin(text, LOGIN.lastIndex, spans);
  if (!SHORT_OPTION.test(text)) return;
  PROGRAM.lastIndex = 0;
  for (let match = PROGRAM.exec(text); match !== null; match = PROGRAM.exec(text)) {
    const start = PROGRAM.lastIndex;
    const rest = text.slice(start, start + OPTION_LINE_CHARS_MAX);
    const length = rest.search(COMMAND_END);
    const line = length === -1 ? rest : rest.slice(0, length);
    if (line.includes("-") || match[0] === "vault") findInLine(match[0], line, start, spans);
    PROGRAM.lastIndex = start + line.length;
  }
}

function findLogin(text: string, from: number, spans: Span[]): void {
  const start = from + (BETWEEN.exec(text.slice(from, from + 20))?.[0].length ?? 0);
  const found = passwordIn(text.slice(start, start + 800));
  // The next field of a JSON file, such as the scripts of a package.
  const isField = found !== undefined && /^\\*["']\s*:/.test(text.slice(start + found.end, start + found.end + 8));
  if (found !== undefined && !isField) spans.push({ start: start + found.start, end: start + found.end, kind: KIND });
}

function passwordIn(text: string): Found | undefined {
  const match = USER_AND_PASSWORD.exec(text);
  const [whole = "", user = "", password = ""] = match ?? [];
  // A user and a group, as in `docker run -u`; a port; a variable.
  if (match === null || /^\d+$/.test(password) || password === user || isReference(password)) return undefined;
  return { start: whole.length - password.length, end: whole.length };
}

function findInLine(program: string, line: string, offset: number, spans: Span[]): void {
  const known = SECRET_OPTIONS.get(program) ?? [];
  const words = [...line.matchAll(WORD)];
  if (NEEDS_LOGIN.has(program) && !words.some(([, word]) => word === "login")) return;
  for (const [index, match] of words.entries()) {
    for (const option of known) {
      const span = spanOf(line, option, match, words[index + 1]);
      if (span !== undefined) spans.push({ start: offset + span.start, end: offset + span.end, kind: KIND });
    }
  }
}

type Word = RegExpExecArray;

function spanOf(line: string, { option, form }: SecretOption, match: Word, next: Word | undefined): Found | undefined {
  const word = match[1] ?? "";
  const at = match.index + match[0].indexOf(word);
  if (form === "joined") {
    if (!word.startsWith(option) || word.startsWith("--")) return undefined;
    const start = at + option.length;
    // A word that is quoted itself is followed by its closing quote.
    const isQuoted = isQuoteBefore(line, at);
    if (word === option) return isQuoted ? undefined : quotedAt(line, start);
    return toFound(line, start, at + word.length);
  }
  const value = next?.[1];
  if (word !== option || next === undefined || value === undefined || value.startsWith("-")) return undefined;
  const start = next.index + next[0].indexOf(value);
  if (form === "next") {
    const isQuoted = isQuoteBefore(line, start) && !value.includes(",");
    return isQuoted ? quotedAt(line, start - 1) : toFound(line, start, start + value.length);
  }
  const found = passwordIn(value);
  return found === undefined ? undefined : { start: start + found.start, end: start + found.end };
}

function isQuoteBefore(line: string, at: number): boolean {
  return line[at - 1] === "'" || line[at - 1] === '"';
}

/** `-p'secret'`. */
function quotedAt(line: string, at: number): Found | undefined {
  const quote = quoteAt(line, at);
  if (quote === undefined) return undefined;
  const start = at + quote.length;
  return toFound(line, start, findQuotedEnd(line, start, quote));
}

function toFound(line: string, start: number, end: number): Found | undefined {
  const value = line.slice(start, end);
  return !hasSubstance(value) || isReference(value) ? undefined : { start, end };
}
