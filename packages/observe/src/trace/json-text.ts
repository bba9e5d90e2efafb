// Edits JSON as text: finds fields and rewrites strings without touching anything else, so that numbers keep their
// spelling.
//
// The input must be valid JSON. All functions work in one pass without recursion.

/** The location of a string in a document. */
export interface StringPlace {
  /** Its field, or the field of the list that contains it. */
  readonly name: string | undefined;
  /** The names of the enclosing fields, outermost first; lists add none. */
  readonly path: readonly string[];
  /** The preceding strings in the same list, up to a limit. */
  readonly before: readonly string[];
}

/** The new value; undefined keeps the old one. */
export type RewriteString = (value: string, place: StringPlace) => string | undefined;

interface Level {
  readonly isObject: boolean;
  /** Of the current field or list. */
  name: string | undefined;
  isKeyNext: boolean;
  readonly before: string[];
}

/** The preceding words of a command line that may affect the next one. */
const WORDS_BEFORE_MAX = 12;
const WORD_CHARS_MAX = 200;
const QUOTE = 34;
const BACKSLASH = 92;

/** The text with some of its strings replaced. Keys are never changed. */
export function rewriteStrings(json: string, rewrite: RewriteString): string {
  const levels: Level[] = [];
  const path: string[] = [];
  let done = "";
  let from = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    const level = levels.at(-1);
    if (code === QUOTE) {
      const end = endOfString(json, at);
      if (level?.isObject === true && level.isKeyNext) {
        level.name = valueOf(json, at, end);
        level.isKeyNext = false;
      } else {
        const value = valueOf(json, at, end);
        const changed = rewrite(value, { name: level?.name, path, before: [...(level?.before ?? [])] });
        if (level?.isObject === false) remember(level.before, value);
        if (changed !== undefined && changed !== value) {
          done += json.slice(from, at) + JSON.stringify(changed);
          from = end;
        }
      }
      at = end - 1;
    } else if (code === 123 || code === 91) open(levels, path, code === 123);
    else if (code === 125 || code === 93) close(levels, path);
    else if (code === 44 && level?.isObject === true) level.isKeyNext = true;
  }
  return from === 0 ? json : done + json.slice(from);
}

function open(levels: Level[], path: string[], isObject: boolean): void {
  const outer = levels.at(-1);
  const name = outer?.name;
  // A list in a field has the field's name; its members have it in their path.
  if (isObject) path.push(name ?? "");
  levels.push({ isObject, name: isObject ? undefined : name, isKeyNext: isObject, before: [] });
}

/** Bounded, because a list may be as long as a message. */
function remember(before: string[], value: string): void {
  if (value.length > WORD_CHARS_MAX) before.length = 0;
  else if (before.push(value) > WORDS_BEFORE_MAX) before.shift();
}

function close(levels: Level[], path: string[]): void {
  if (levels.pop()?.isObject === true) path.pop();
}

/** The text of a field's value in the outermost object; of the last one if it occurs twice, like `JSON.parse`. */
export function fieldText(json: string, field: string): string | undefined {
  const span = fieldSpan(json, field);
  return span === undefined ? undefined : json.slice(span.start, span.end);
}

/** The text with a field of the outermost object replaced. Unchanged if the field is missing. */
export function replaceField(json: string, field: string, value: string): string {
  const span = fieldSpan(json, field);
  return span === undefined ? json : json.slice(0, span.start) + value + json.slice(span.end);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function fieldSpan(json: string, field: string): Span | undefined {
  let depth = 0;
  let key: string | undefined;
  let start = -1;
  let found: Span | undefined;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(json, at);
      if (depth === 1 && key === undefined) key = valueOf(json, at, end);
      at = end - 1;
    } else if (code === 58 && depth === 1 && start === -1) start = at + 1;
    else if (code === 123 || code === 91) depth += 1;
    else if (code === 125 || code === 93 || code === 44) {
      const isOver = depth === 1;
      if (code !== 44) depth -= 1;
      if (!isOver) continue;
      if (key === field && start !== -1) found = trimmed(json, start, at);
      key = undefined;
      start = -1;
    }
  }
  return found;
}

function trimmed(json: string, from: number, to: number): Span {
  let start = from;
  let end = to;
  while (start < end && isSpace(json.charCodeAt(start))) start += 1;
  while (end > start && isSpace(json.charCodeAt(end - 1))) end -= 1;
  return { start, end };
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

/** The index after the closing quote. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    at += code === BACKSLASH ? 2 : 1;
  }
  return json.length;
}

function valueOf(json: string, start: number, end: number): string {
  const inside = json.slice(start + 1, end - 1);
  return inside.includes("\\") ? (JSON.parse(json.slice(start, end)) as string) : inside;
}
