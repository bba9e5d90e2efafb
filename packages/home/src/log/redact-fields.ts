// Removes secrets from every text of a value: by the text, and by field name in tool inputs and filled-in forms.
import { isSecretName, redact, redactLastWord } from "@parley/policy";
import { PAYLOAD_DEPTH_MAX } from "../limits.ts";

const HIDDEN = "…";
/** Ids that connect events; none of them is secret by its name. */
const REFERENCE = /(?:Id|^v|^seq|^at|^type|^sessionUpdate|^mimeType)$/;
/** Not defined by the protocol: a field called `password` here is one. */
const PAYLOADS: ReadonlySet<string> = new Set(["rawInput", "rawOutput", "_meta", "response"]);
/** Images and audio. */
const BINARY: ReadonlySet<string> = new Set(["data", "blob"]);

/** In a command line, as far as an argument says something about the next one. */
const WORDS_BEFORE_MAX = 12;
const WORD_CHARS_MAX = 200;

/** A copy if something was hidden; unchanged parts are shared. */
export function redactFields<T>(value: T): T {
  return redactValue(value, false, 0) as T;
}

function redactValue(value: unknown, isPayload: boolean, depth: number): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > PAYLOAD_DEPTH_MAX) return HIDDEN;
  if (Array.isArray(value)) return redactList(value, isPayload, depth);
  const fields = value as { readonly [name: string]: unknown };
  const isBinary = !isPayload && "mimeType" in fields;
  let copy: { [name: string]: unknown } | undefined;
  for (const name of Object.keys(fields)) {
    const field = fields[name];
    if (isPayload ? false : REFERENCE.test(name) || (isBinary && BINARY.has(name))) continue;
    const isHidden = isPayload && typeof field === "string" && isSecretName(name);
    const redacted = isHidden ? HIDDEN : redactValue(field, isPayload || PAYLOADS.has(name), depth + 1);
    if (redacted === field) continue;
    copy ??= { ...fields };
    copy[name] = redacted;
  }
  return copy ?? value;
}

/** A list may be a command line: then an option says what follows it. */
function redactList(list: readonly unknown[], isPayload: boolean, depth: number): unknown {
  const copy = list.map((item, index) => {
    if (typeof item !== "string" || index === 0) return redactValue(item, isPayload, depth + 1);
    const words = list.slice(Math.max(0, index - WORDS_BEFORE_MAX), index + 1).filter(isWord);
    return redact(item.length > WORD_CHARS_MAX ? item : redactLastWord(words));
  });
  return copy.some((item, index) => item !== list[index]) ? copy : list;
}

function isWord(item: unknown): item is string {
  return typeof item === "string" && item.length <= WORD_CHARS_MAX;
}
