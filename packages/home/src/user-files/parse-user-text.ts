// Parses what a user wrote as JSON or YAML. A mistake is a value that says what is wrong and in which line.
import { isObject, ParleyError, parseJson, type JsonObject } from "@parley/base";
import { extname } from "node:path";
import { findJsonError } from "./find-json-error.ts";

export type ParsedText = { readonly value: unknown } | Mistake;

export interface Mistake {
  readonly wrong: string;
  /** From 1; undefined if unknown. */
  readonly line: number | undefined;
  readonly format: "JSON" | "YAML";
}

/** By its extension: JSON, otherwise YAML. */
export async function parseUserText(path: string, text: string): Promise<ParsedText> {
  return extname(path).toLowerCase() === ".json" ? parseUserJson(text) : parseUserYaml(text);
}

/** A byte order mark is ignored. */
export function parseUserJson(text: string): ParsedText {
  const json = text.replace(/^\uFEFF/, "");
  try {
    return { value: parseJson(json) };
  } catch (error) {
    const found = findJsonError(json);
    if (found === undefined) return { wrong: messageOf(error), line: undefined, format: "JSON" };
    return { wrong: `expected ${found.expected}`, line: found.line, format: "JSON" };
  }
}

/** Never rejects. Parsing time grows faster than the text, so callers must limit its length. */
export async function parseUserYaml(text: string): Promise<ParsedText> {
  // Loaded on first use: most programs read no YAML.
  const { LineCounter, parseDocument } = await import("yaml");
  const lineCounter = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter, logLevel: "silent", prettyErrors: false });
    const [first] = [...document.errors, ...document.warnings];
    if (first !== undefined) {
      return { wrong: first.message, line: lineCounter.linePos(first.pos[0]).line, format: "YAML" };
    }
    // Aliases are disabled, because a few of them can expand to gigabytes.
    return { value: document.toJS({ maxAliasCount: 0 }) as unknown };
  } catch (error) {
    return { wrong: messageOf(error), line: undefined, format: "YAML" };
  }
}

/** `is not JSON: line 3: expected a value`, to follow the name of the file. */
export function describeMistake({ wrong, line, format }: Mistake): string {
  return `is not ${format}: ${line === undefined ? "" : `line ${line}: `}${wrong}`;
}

/** Throws `bad_config`, which names the file and the line. */
export function parseUserObject(path: string, text: string): JsonObject {
  const parsed = parseUserJson(text);
  if ("value" in parsed && isObject(parsed.value)) return parsed.value;
  const what = "value" in parsed ? "is not a JSON object" : describeMistake(parsed);
  const remedy = { label: `Fix ${path}, or move it away` };
  throw new ParleyError({ code: "bad_config", message: `${path} ${what}`, remedy });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
