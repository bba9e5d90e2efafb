// Finds JSON in what a model said: in a fence, as all of it, or somewhere in the prose.
import { parseJson } from "../../text/parse-json.ts";
import { ANSWER_CHARS_MAX, JSON_STARTS_MAX, JSON_VALUES_MAX } from "../limits.ts";

/** Objects and lists, in their order. What is in a fence goes before everything else. */
export function findJson(text: string): readonly unknown[] {
  if (text.length > ANSWER_CHARS_MAX) return [];
  const fenced = findFences(text).flatMap(({ body }) => parse(body));
  if (fenced.length > 0) return fenced.slice(0, JSON_VALUES_MAX);
  const whole = parse(text);
  return whole.length > 0 ? whole : findInProse(text);
}

export interface Fence {
  /** In small letters: `json`, `html`, or nothing. */
  readonly language: string;
  readonly body: string;
}

/** One that is never closed goes to the end: the model ran out of room, or forgot. */
export function findFences(text: string): readonly Fence[] {
  const fences: Fence[] = [];
  let open: { mark: string; language: string; lines: string[] } | undefined;
  for (const line of text.split("\n")) {
    const [, mark = "", language = ""] = /^\s*(`{3,}|~{3,})\s*([\w+-]*)/.exec(line) ?? [];
    if (open === undefined) {
      if (mark !== "") open = { mark, language: language.toLowerCase(), lines: [] };
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
  let at = 0;
  for (let starts = 0; starts < JSON_STARTS_MAX && found.length < JSON_VALUES_MAX; starts += 1) {
    const start = text.slice(at).search(/[[{]/);
    if (start < 0) return found;
    at += start;
    const end = findEnd(text, at);
    const values = end === undefined ? [] : parse(text.slice(at, end));
    found.push(...values);
    at = values.length > 0 && end !== undefined ? end : at + 1;
  }
  return found;
}

/** Behind the bracket that closes the one here. */
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

/** A list of the value, or of nothing. */
function parse(text: string): unknown[] {
  const value = parseJson(text)?.value;
  return typeof value === "object" && value !== null ? [value] : [];
}
