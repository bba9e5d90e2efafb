// Finds where a text stops being JSON. `JSON.parse` says so on some versions of Node only, and it quotes the text, which may
// contain secrets.

export interface JsonError {
  /** From 1. */
  readonly line: number;
  /** What JSON allows there. */
  readonly expected: string;
}

const VALUE = "a value";
const FIRST_ITEM = 'a value or "]"';
const FIRST_NAME = 'a name in double quotes or "}"';
const NAME = "a name in double quotes";
const COLON = '":"';
const MORE_ITEMS = '"," or "]"';
const MORE_NAMES = '"," or "}"';
const END = "nothing more";

const BLANK = /[ \t\r\n]*/y;
const PUNCTUATION = /[{}[\],:]/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y;
const CHARACTERS = /[ !#-[\]-\uFFFF]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** Undefined if the text is JSON. */
export function findJsonError(text: string): JsonError | undefined {
  const open: string[] = [];
  let expected = VALUE;
  let at = skip(BLANK, text, 0);
  while (at < text.length) {
    const end = endOfToken(text, at);
    const next = end === undefined ? undefined : accept(expected, text.slice(at, at + 1), open);
    if (end === undefined || next === undefined) return { line: lineOf(text, at), expected };
    expected = next;
    at = skip(BLANK, text, end);
  }
  return expected === END ? undefined : { line: lineOf(text, at), expected };
}

/** What is expected after a token, by its first character; undefined if the token is out of place. */
function accept(expected: string, token: string, open: string[]): string | undefined {
  const isValue = expected === VALUE || expected === FIRST_ITEM;
  if (isValue && (token === "{" || token === "[")) {
    open.push(token);
    return token === "{" ? FIRST_NAME : FIRST_ITEM;
  }
  if (isValue && !"}],:".includes(token)) return after(open);
  if (token === '"') return expected === NAME || expected === FIRST_NAME ? COLON : undefined;
  if (token === ":") return expected === COLON ? VALUE : undefined;
  if (token === ",") return expected === MORE_ITEMS ? VALUE : expected === MORE_NAMES ? NAME : undefined;
  const closes = token === "}" ? [FIRST_NAME, MORE_NAMES] : token === "]" ? [FIRST_ITEM, MORE_ITEMS] : [];
  if (!closes.includes(expected)) return undefined;
  open.pop();
  return after(open);
}

function after(open: readonly string[]): string {
  const innermost = open.at(-1);
  return innermost === undefined ? END : innermost === "{" ? MORE_NAMES : MORE_ITEMS;
}

/** Undefined if no token starts there. */
function endOfToken(text: string, at: number): number | undefined {
  if (text[at] === '"') return endOfString(text, at);
  const end = skip(PUNCTUATION, text, at);
  const scalarEnd = end > at ? end : skip(SCALAR, text, at);
  return scalarEnd > at ? scalarEnd : undefined;
}

function endOfString(text: string, start: number): number | undefined {
  for (let at = skip(CHARACTERS, text, start + 1); ; at = skip(CHARACTERS, text, at)) {
    if (text[at] === '"') return at + 1;
    const end = skip(ESCAPE, text, at);
    if (end === at) return undefined;
    at = end;
  }
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}
