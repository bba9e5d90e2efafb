// Takes secrets out of every text of a value: by the text, and in what tools were given and people filled in, by its name.
import { isSecretName, redact, redactLastWord } from "@parley/policy";
import { PAYLOAD_DEPTH_MAX } from "./limits.ts";

const HIDDEN = "…";
/** By these, events belong together; none of them is shown to be secret by its name. */
const REFERENCE = /(?:Id|^v|^seq|^at|^type|^sessionUpdate|^mimeType)$/;
/** What is not the protocol's: here a field that is called `password` is one. */
const PAYLOADS: ReadonlySet<string> = new Set(["rawInput", "rawOutput", "_meta", "response"]);
/** Pictures and sounds. */
const BINARY: ReadonlySet<string> = new Set(["data", "blob"]);

/** Of a command line, as far as its words say something about the next one. */
const WORDS_BEFORE_MAX = 12;
const WORD_CHARS_MAX = 200;

/** A copy where something was hidden; what is unchanged is shared. */
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

/** A list may be a command line: then an option says what comes after it. */
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
