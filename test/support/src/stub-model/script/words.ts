// The arguments of a script's line: bare words, or JSON strings where they hold spaces or line breaks.
import { isObject } from "@parley/base";
import { BadRequest } from "../bad-request.ts";

/** The first word and what follows it. */
export function takeWord(text: string, what: string): readonly [word: string, rest: string] {
  const [, quoted, bare, rest = ""] = /^\s*(?:("(?:[^"\\]|\\.)*")|(\S+))\s*(.*)$/s.exec(text) ?? [];
  if (quoted !== undefined) return [JSON.parse(quoted) as string, rest];
  if (bare !== undefined) return [bare, rest];
  throw new BadRequest(`stub: ${what} is missing`);
}

/** All of it: one JSON string, or as it stands. */
export function takeText(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('"')) return trimmed;
  try {
    const value: unknown = JSON.parse(trimmed);
    return typeof value === "string" ? value : trimmed;
  } catch {
    return trimmed; // A text that only begins with a quotation mark.
  }
}

export function takeNumber(word: string, what: string, max: number): number {
  const value = Number(word);
  if (word === "" || !Number.isFinite(value) || value < 0 || value > max) {
    throw new BadRequest(`stub: ${what} must be a number from 0 to ${max}, not ${JSON.stringify(word)}`);
  }
  return value;
}

export function takeObject(text: string, what: string): Readonly<Record<string, unknown>> {
  if (text.trim() === "") return {};
  const value = parseJson(text);
  if (!isObject(value)) throw new BadRequest(`stub: ${what} must be a JSON object, not ${text}`);
  return value;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // Undefined is not a JSON value, so the caller can distinguish it.
  }
}
