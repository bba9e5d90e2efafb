// Finds JSON in a model's answer: in a fenced block, as the whole text, or somewhere in the prose.
import { FENCES_MAX, JSON_STARTS_MAX, JSON_TEXT_CHARS_MAX, JSON_VALUES_MAX } from "../limits.ts";
import { parseJson } from "../parse-json.ts";

/** Objects and arrays in their order. Those in fenced blocks are preferred to all others. */
export function findJson(text: string): readonly unknown[] {
  if (text.length > JSON_TEXT_CHARS_MAX) return [];
  const fenced = findFences(text).flatMap(({ body }) => parse(body));
  if (fenced.length > 0) return fenced.slice(0, JSON_VALUES_MAX);
  const whole = parse(text);
  return whole.length > 0 ? whole : findInProse(text);
}

export interface Fence {
  /** In lower case: `json`, `html`, or empty. */
  readonly language: string;
  readonly body: string;
}

/** A fence that is never closed extends to the end: the model ran out of room, or forgot. */
export function findFences(text: string): readonly Fence[] {
  const fences: Fence[] = [];
  let open: { mark: string; language: string; lines: string[] } | undefined;
  for (const line of text.split("\n")) {
    const [, mark = "", language = ""] = /^\s*(`{3,}|~{3,})\s*([\w+-]*)/.exec(line) ?? [];
    if (open === undefined) {
      if (mark === "") continue;
      if (fences.length >= FENCES_MAX) return fences;
      open = { mark, language: language.toLowerCase(), lines: [] };
    } else if (mark.startsWith(open.mark) && line.trim() === mark) {
      fences.push({ language: open.language, body: open.lines.join("\n") });
      open = undefined;
    } else open.lines.push(line);
  }
  if (open !== undefined) fences.push({ language: open.language, body: open.lines.join("\n") });
  return fences;
}

function findInProse(text: string): unknown[] {
  const found: unknown[] = [];
  const brackets = /[[{]/g;
  for (let starts = 0; starts < JSON_STARTS_MAX && found.length < JSON_VALUES_MAX; starts += 1) {
    const start = brackets.exec(text)?.index;
    if (start === undefined) return found;
    const end = findEnd(text, start);
    const values = end === undefined ? [] : parse(text.slice(start, end));
    found.push(...values);
    if (values.length > 0 && end !== undefined) brackets.lastIndex = end;
  }
  return found;
}

/** The index after the bracket that closes the one at `start`. */
function findEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let isString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (isString) {
      if (character === "\\") index += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return undefined;
}

/** A bare word or number is not an answer. */
function parse(text: string): unknown[] {
  try {
    const value = parseJson(text);
    return typeof value === "object" && value !== null ? [value] : [];
  } catch {
    return []; // Not JSON: the caller tries the next place.
  }
}
