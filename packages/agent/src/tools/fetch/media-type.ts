// The media type of a response: the declared one, otherwise detected from its first bytes.
import { findSignature } from "../files/file-signature.ts";
import { FETCH_PROBE_BYTES } from "../../limits.ts";

export type Medium = "html" | "json" | "text" | "image" | "binary";

export interface MediaType {
  /** Without parameters, in lower case; empty if not declared. */
  readonly name: string;
  readonly charset: string | undefined;
}

const TEXTS =
  /^(?:text\/.*|.*\+(?:xml|yaml)|application\/(?:xml|javascript|x-javascript|ecmascript|typescript|x-sh|x-yaml|yaml|toml|sql|graphql|x-httpd-php|x-www-form-urlencoded|xml-dtd|mbox|x-tex|x-subrip))$/;
const JSONS = /^(?:application|text)\/(?:.*\+)?(?:json|x-ndjson|jsonl|json5|geo\+json)$/;
const UNSAID = new Set(["", "application/octet-stream", "binary/octet-stream", "unknown/unknown"]);

export function parseMediaType(header: string | undefined): MediaType {
  const [name = "", ...parameters] = (header ?? "").split(";");
  const charset = parameters.map((one) => /^\s*charset\s*=\s*["']?([^"'\s]+)/i.exec(one)?.[1]).find(Boolean);
  return { name: name.trim().toLowerCase(), charset };
}

/** Undefined if it can only be determined from the bytes. */
export function toMedium(name: string): Medium | undefined {
  if (UNSAID.has(name)) return undefined;
  if (name === "text/html" || name === "application/xhtml+xml") return "html";
  if (JSONS.test(name)) return "json";
  if (name === "image/svg+xml" || TEXTS.test(name)) return "text";
  return name.startsWith("image/") ? "image" : "binary";
}

/** The type that the first bytes identify, if any. */
export function sniffType(bytes: Uint8Array): string | undefined {
  return findSignature(bytes).mimeType;
}

export function sniffMedium(bytes: Uint8Array): Medium {
  const type = sniffType(bytes);
  if (type !== undefined) return type.startsWith("image/") ? "image" : "binary";
  const probe = bytes.subarray(0, FETCH_PROBE_BYTES);
  const isWide = (probe[0] === 0xff && probe[1] === 0xfe) || (probe[0] === 0xfe && probe[1] === 0xff);
  if (!isWide && probe.includes(0)) return "binary";
  const text = Buffer.from(probe).toString("latin1").trimStart();
  if (/^(?:\xEF\xBB\xBF)?\s*<(?:!doctype html|html|head|body)[\s>]/i.test(text)) return "html";
  return "text";
}
