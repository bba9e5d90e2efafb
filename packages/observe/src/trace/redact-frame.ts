// Takes secrets out of a frame's text and leaves everything else of it as it was, letter by letter.
import { redact } from "@parley/policy";
import { isObject } from "@parley/rpc";
import { rewriteStrings, type StringPlace } from "./json-text.ts";
import { isKnownMethod } from "./show/timeline.ts";

const HIDDEN = "…";
/** Variables and headers are what keys are handed over in: none of their values is kept, whatever it is called. */
const VALUE_LISTS: ReadonlySet<string> = new Set(["env", "headers"]);
/** What is not the protocol's: here a field that is called `password` is one. */
const PAYLOADS: ReadonlySet<string> = new Set(["rawInput", "rawOutput", "_meta", "content"]);
/** By these, frames belong together, or are told apart. */
const REFERENCE = /(?:Id|^id|^jsonrpc|^method|^sessionUpdate|^type|^kind|^status|^mimeType|^stopReason|^outcome)$/;
/** Pictures and sounds. */
const BINARY: ReadonlySet<string> = new Set(["data", "blob"]);
const BASE64 = /^[\w+/=-]{64,}$/;
const OPTION_CHARS_MAX = 100;
const NAMES_KEPT_MAX = 1_000;

/** A field in JSON that is itself text: a file, a program's output, the beginning of a message that was too large. */
const QUOTED_FIELD = /"([\w-]{1,100})"(\s*:\s*)"((?:[^"\\]|\\.)*)/gs;
/** JSON in JSON doubles what stands before a quote, level by level; three are enough. */
const ESCAPED_FIELD = /(?<!\\)(\\{1,7})"([\w-]{1,100})\1"(\s*:\s*)\1"([^"\\]*)/g;

/** As the policy does it, and also by the names of quoted fields. */
export function redactText(text: string, isBeginning = false): string {
  const hides = (name: string): boolean =>
    (isBeginning && name === "value") || (!isProtocolField(name) && isSecretName(name));
  let clean = text;
  if (/"\s*:/.test(text)) {
    clean = clean.replaceAll(QUOTED_FIELD, (whole: string, name: string, colon: string, value: string) =>
      value !== "" && hides(name) ? `"${name}"${colon}"${HIDDEN}` : whole,
    );
    clean = clean.replaceAll(
      ESCAPED_FIELD,
      (whole: string, escape: string, name: string, colon: string, value: string) =>
        value !== "" && hides(name) ? `${escape}"${name}${escape}"${colon}${escape}"${HIDDEN}` : whole,
    );
  }
  return redact(clean);
}

/** `message` is what the text says. */
export function redactFrame(json: string, message: unknown): string {
  const method = isObject(message) ? message["method"] : undefined;
  // Of a method that is not the protocol's, nobody knows what its fields are.
  const isForeign = typeof method === "string" && !isKnownMethod(method);
  return rewriteStrings(json, (value, place) => redactString(value, place, isForeign));
}

function redactString(value: string, place: StringPlace, isForeign: boolean): string | undefined {
  const { name = "", path, before } = place;
  if (isHandedOver(place)) return value === "" ? undefined : HIDDEN;
  // The outermost fields are JSON-RPC's own: id and method.
  if (path.length <= 1) return REFERENCE.test(name) ? undefined : redactText(value);
  const isPayload = isForeign || path.some((part) => PAYLOADS.has(part));
  if (!isPayload && REFERENCE.test(name)) return undefined;
  if (!isPayload && BINARY.has(name) && BASE64.test(value)) return undefined;
  if (before !== undefined && isSecretOption(before)) return HIDDEN;
  // In the protocol's own words, `content` holds blocks, whose fields are called type, text, uri.
  if (isPayload && !isProtocolField(name) && isSecretName(name)) return HIDDEN;
  return redactText(value);
}

/** `{name, value}` in a list of variables or headers, or a map of them. */
function isHandedOver({ name, path }: StringPlace): boolean {
  if (!VALUE_LISTS.has(path.at(-1) ?? "")) return false;
  return name !== "name";
}

/** Session ids are in every frame; they open nothing. */
function isProtocolField(name: string): boolean {
  return /^session[-_]?id$/i.test(name) || name === "text" || name === "type";
}

function isSecretOption(text: string): boolean {
  return text.length <= OPTION_CHARS_MAX && /^--?[\w-]+$/.test(text) && redact(`${text} x`) !== `${text} x`;
}

const secretNames = new Map<string, boolean>();

/** The redactor knows which: it hides what is assigned to them. */
function isSecretName(name: string): boolean {
  let isSecret = secretNames.get(name);
  if (isSecret === undefined) {
    isSecret = redact(`${name}=x`) !== `${name}=x`;
    if (secretNames.size >= NAMES_KEPT_MAX) secretNames.clear();
    secretNames.set(name, isSecret);
  }
  return isSecret;
}
