// Takes secrets out of every text of a value: by the text, and in what tools were given and people filled in, by its name.
import { redact } from "@parley/policy";
import { FIELD_NAMES_MAX, PAYLOAD_DEPTH_MAX } from "./limits.ts";

const HIDDEN = "…";
/** By these, events belong together; none of them is shown to be secret by its name. */
const REFERENCE = /(?:Id|^v|^seq|^at|^type|^sessionUpdate|^mimeType)$/;
/** What is not the protocol's: here a field that is called `password` is one. */
const PAYLOADS: ReadonlySet<string> = new Set(["rawInput", "rawOutput", "_meta", "response"]);
/** Pictures and sounds. */
const BINARY: ReadonlySet<string> = new Set(["data", "blob"]);

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
    const before = list[index - 1];
    if (typeof item === "string" && typeof before === "string" && isSecretOption(before)) return HIDDEN;
    return redactValue(item, isPayload, depth + 1);
  });
  return copy.some((item, index) => item !== list[index]) ? copy : list;
}

function isSecretOption(text: string): boolean {
  return text.length <= OPTION_CHARS_MAX && /^--?[\w-]+$/.test(text) && redact(`${text} x`) !== `${text} x`;
}

const OPTION_CHARS_MAX = 100;
const secretNames = new Map<string, boolean>();

/** The redactor knows which: it hides what is assigned to them. */
function isSecretName(name: string): boolean {
  let isSecret = secretNames.get(name);
  if (isSecret === undefined) {
    isSecret = redact(`${name}=x`) !== `${name}=x`;
    if (secretNames.size >= FIELD_NAMES_MAX) secretNames.clear();
    secretNames.set(name, isSecret);
  }
  return isSecret;
}
