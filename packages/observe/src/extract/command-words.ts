// Cuts a command line into its simple commands, lightly: quotes, redirects, `&&`, `|`, `;`. What is computed at run time is left out.
import { COMMAND_CHARS_MAX, WORDS_MAX } from "./limits.ts";

interface Redirected {
  readonly target: string;
  readonly action: "read" | "write";
}

export interface CommandPart {
  /** The program first. A word that is only known at run time is missing. */
  readonly words: readonly string[];
  readonly redirects: readonly Redirected[];
}

interface Token {
  readonly text: string;
  readonly kind: "word" | "redirect" | "end";
}

const OPERATOR = /&&|\|\||\|&|&(?!>)|[;|\n()]/y;
const REDIRECT = /(?:\d{0,2}|&)(?:>>|>\||>&|>|<<<|<<-?|<>|<&|<)/y;
const DOCUMENT = /(?<!<)<<-?[ \t]*["'\\]?(\w+)/;
const SPACE = /[ \t\r]+/y;
const COMMENT = /#[^\n]*/y;
/** `$x`, `$(…)`, backticks and patterns are known to the shell only. */
const AT_RUN_TIME = /[$`*?]/;
/** Behind a backslash; before anything else it is a Windows path's. */
const ESCAPED = /[\s"'\\$`&;|<>()*?[\]{}#!~]/;

export function cutCommand(line: string): readonly CommandPart[] {
  const parts: CommandPart[] = [];
  let words: string[] = [];
  let redirects: Redirected[] = [];
  let operator: string | undefined;
  const finish = (): void => {
    if (words.length > 0 || redirects.length > 0) parts.push({ words, redirects });
    [words, redirects, operator] = [[], [], undefined];
  };
  for (const { text, kind } of tokens(withoutDocuments(line.slice(0, COMMAND_CHARS_MAX)))) {
    if (kind === "end") finish();
    else if (kind === "redirect") operator = text;
    else if (operator !== undefined) {
      const redirect = toRedirect(operator, text);
      if (redirect !== undefined) redirects.push(redirect);
      operator = undefined;
    } else words.push(text);
  }
  finish();
  return parts;
}

/** Without the texts that stand in the line for a file: `<<EOF … EOF`. */
function withoutDocuments(line: string): string {
  if (!line.includes("<<")) return line;
  const kept: string[] = [];
  let end: string | undefined;
  for (const text of line.split("\n")) {
    if (end === undefined) {
      kept.push(text);
      end = DOCUMENT.exec(text)?.[1];
    } else if (text.trim() === end) end = undefined;
  }
  return kept.join("\n");
}

function toRedirect(operator: string, target: string): Redirected | undefined {
  // A document that stands in the line, and a descriptor, are no files.
  if (operator.includes("<<") || target === "" || target === "-") return undefined;
  if (operator.endsWith("&") && /^\d+$/.test(target)) return undefined;
  if (target.startsWith("/dev/")) return undefined;
  return { target, action: operator.includes(">") ? "write" : "read" };
}

function* tokens(line: string): Generator<Token> {
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const text = pattern.exec(line)?.[0];
    if (text !== undefined) at += text.length;
    return text;
  };
  for (let count = 0; at < line.length && count < WORDS_MAX;) {
    if (take(SPACE) !== undefined || take(COMMENT) !== undefined) continue;
    const redirect = take(REDIRECT);
    if (redirect !== undefined) yield { text: redirect, kind: "redirect" };
    else if (take(OPERATOR) !== undefined) yield { text: "", kind: "end" };
    else {
      const { text, end, isKnown } = readWord(line, at);
      at = Math.max(end, at + 1);
      count += 1;
      yield { text: isKnown ? text : "", kind: "word" };
    }
  }
}

interface Word {
  readonly text: string;
  readonly end: number;
  readonly isKnown: boolean;
}

function readWord(line: string, start: number): Word {
  let text = "";
  let isKnown = true;
  let at = start;
  while (at < line.length) {
    const char = line[at] ?? "";
    if (/[\s;&|<>()]/.test(char)) break;
    if (char === "'" || char === '"') {
      const { inner, end } = readQuoted(line, at, char);
      if (char === '"' && /[$`]/.test(inner)) isKnown = false;
      text += inner;
      at = end;
    } else if (char === "\\" && ESCAPED.test(line[at + 1] ?? "")) {
      text += line[at + 1] === "\n" ? "" : (line[at + 1] ?? "");
      at += 2;
    } else {
      if (AT_RUN_TIME.test(char)) isKnown = false;
      text += char;
      at += 1;
    }
  }
  return { text, end: at, isKnown: isKnown && !hasBraces(text) };
}

/** `{a,b}` is two words. */
function hasBraces(text: string): boolean {
  const comma = text.indexOf(",", text.indexOf("{") + 1);
  return text.includes("{") && comma > 0 && text.lastIndexOf("}") > comma;
}

function readQuoted(line: string, start: number, mark: string): { inner: string; end: number } {
  let inner = "";
  let at = start + 1;
  while (at < line.length && line[at] !== mark) {
    if (mark === '"' && line[at] === "\\" && /["\\$`]/.test(line[at + 1] ?? "")) at += 1;
    inner += line[at] ?? "";
    at += 1;
  }
  return { inner, end: at + 1 };
}
