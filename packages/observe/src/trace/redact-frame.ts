// Redacts secrets in a frame's text and leaves every other character unchanged.
import { isSecretName, redactBy, redactLastWord } from "@parley/policy";
import { isObject } from "@parley/base";
import { rewriteStrings, type StringPlace } from "./json-text.ts";
import { isKnownMethod } from "./show/timeline.ts";

const HIDDEN = "…";
/** Variables and headers often contain keys, so none of their values is kept, whatever their names. */
const VALUE_LISTS: ReadonlySet<string> = new Set(["env", "headers"]);
/** Fields with free content: a field called `password` in them is a password. */
const PAYLOADS: ReadonlySet<string> = new Set(["rawInput", "rawOutput", "_meta", "content"]);
/** Fields that identify frames and what they belong to. */
const REFERENCE = /(?:Id|^id|^jsonrpc|^method|^sessionUpdate|^type|^kind|^status|^mimeType|^stopReason|^outcome)$/;
/** Images and audio. */
const BINARY: ReadonlySet<string> = new Set(["data", "blob"]);
const BASE64 = /^[\w+/=-]{64,}$/;

/**
 * Like policy's redaction, except for fields that identify frames. `isBeginning`: the beginning of an overlong message.
 */
export function redactText(text: string, isBeginning = false): string {
  return redactBy(text, isBeginning ? isHiddenInBeginning : isHiddenField);
}

/** `message` is the parsed text; `streamed` replaces the text that the message adds to a stream. */
export function redactFrame(json: string, message: unknown, streamed?: string): string {
  const method = isObject(message) ? message["method"] : undefined;
  // The fields of an unknown method have no known meaning.
  const isForeign = typeof method === "string" && !isKnownMethod(method);
  return rewriteStrings(json, (value, place) =>
    redactString(streamed !== undefined && isStreamed(place) ? streamed : value, place, isForeign),
  );
}

/** `params.update.content.text`. */
function isStreamed({ name, path }: StringPlace): boolean {
  return name === "text" && path.length === 4 && path[2] === "update" && path[3] === "content";
}

function redactString(value: string, place: StringPlace, isForeign: boolean): string | undefined {
  const { name = "", path, before } = place;
  if (isHandedOver(place)) return value === "" ? undefined : HIDDEN;
  // The outermost fields are JSON-RPC's own: id and method.
  if (path.length <= 1) return REFERENCE.test(name) ? undefined : redactText(value);
  const isPayload = isForeign || path.some((part) => PAYLOADS.has(part));
  if (!isPayload && REFERENCE.test(name)) return undefined;
  if (!isPayload && BINARY.has(name) && BASE64.test(value)) return undefined;
  if (isPayload && isHiddenField(name)) return HIDDEN;
  return redactText(before.length === 0 ? value : redactLastWord([...before, value]));
}

/** `{name, value}` in a list of variables or headers, or a map of them. */
function isHandedOver({ name, path }: StringPlace): boolean {
  if (!VALUE_LISTS.has(path.at(-1) ?? "")) return false;
  return name !== "name";
}

function isHiddenField(name: string): boolean {
  return !isProtocolField(name) && isSecretName(name);
}

/** In a truncated message it is unknown what a value belongs to. */
function isHiddenInBeginning(name: string): boolean {
  return name === "value" || isHiddenField(name);
}

/** Session ids are in every frame and are not secret. */
function isProtocolField(name: string): boolean {
  return /^session[-_]?id$/i.test(name);
}
