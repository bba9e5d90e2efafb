// Finds the JSON in what a model said: in a fence, as all of it, or somewhere in the prose.
import { parseJson } from "@parley/base";
import { ANSWER_CHARS_MAX, FENCES_MAX, JSON_STARTS_MAX } from "./limits.ts";

/** The first object or list; undefined if there is none. What is in a fence goes before everything else. */
export function parseJsonInText(text: string): unknown {
  if (text.length > ANSWER_CHARS_MAX) return undefined;
  for (const body of fencedParts(text)) {
    const value = parse(body);
    if (value !== undefined) return value;
  }
  return parse(text) ?? parseInProse(text);
}

/** One that is never closed goes to the end: the model ran out of room. */
function fencedParts(text: string): string[] {
  const parts: string[] = [];
  let lines: string[] | undefined;
  let closing = "";
  for (const line of text.split("\n")) {
    const [, mark = ""] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (lines === undefined) {
      if (mark === "") continue;
      if (parts.length >= FENCES_MAX) return parts;
      lines = [];
      closing = mark;
    } else if (mark.startsWith(closing) && line.trim() === mark) {
      parts.push(lines.join("\n"));
      lines = undefined;
    } else lines.push(line);
  }
  if (lines !== undefined) parts.push(lines.join("\n"));
  return parts;
}

function parseInProse(text: string): unknown {
  const brackets = /[[{]/g;
  for (let tries = 0; tries < JSON_STARTS_MAX; tries += 1) {
    const start = brackets.exec(text)?.index;
    if (start === undefined) return undefined;
    const end = endOfValue(text, start);
    const value = end === undefined ? undefined : parse(text.slice(start, end));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Behind the bracket that closes the one at `start`. */
function endOfValue(text: string, start: number): number | undefined {
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

/** A bare word or number is no answer. */
function parse(text: string): unknown {
  try {
    const value = parseJson(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined; // Not JSON: the next place is tried.
  }
}
