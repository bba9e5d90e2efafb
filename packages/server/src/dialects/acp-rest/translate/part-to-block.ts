// Converts message parts to content blocks: by `acp_block` if the part was a block before, otherwise by the first
// matching row.
import { isObject } from "@parley/base";
import type { ContentBlock } from "@parley/acp";
import { decode } from "@parley/acp/decode";
import { isDeepStrictEqual } from "node:util";
import type { MessagePart } from "../wire.ts";
import { blockToPart, type KnownBlock } from "./block-to-part.ts";
import { PART_META, type PartBody, type PartMeta } from "./part-meta.ts";

/** Null values and the protocol's defaults are omitted, so that equal parts look equal. */
export function normalizePart(part: MessagePart): MessagePart {
  const fields = Object.entries(part).filter(
    ([field, value]) => value !== null && value !== undefined && !(field === "content_encoding" && value === "plain"),
  );
  return { ...(Object.fromEntries(fields) as object), content_type: part.content_type };
}

export function partToBlock(given: MessagePart): KnownBlock {
  const part = normalizePart(given);
  const [block, body] = fromBlockField(part) ?? ROWS.find(({ fits }) => fits(part))?.toBlock(part) ?? describe(part);
  if (isDeepStrictEqual(blockToPart(block), part)) return block;
  const { content: _content, content_url: _url, ...fields } = part;
  const meta: PartMeta = { body, fields };
  const { _meta: own } = block;
  return { ...block, _meta: { ...own, [PART_META]: meta } };
}

type Made = readonly [KnownBlock, PartBody];

interface Row {
  readonly fits: (part: MessagePart) => boolean;
  /** Undefined if it does not match after all. */
  readonly toBlock: (part: MessagePart) => Made | undefined;
}

const ROWS: readonly Row[] = [
  {
    fits: ({ content_url: url }) => typeof url === "string",
    toBlock({ content_url: url, content_type: mimeType, name }) {
      const uri = url ?? "";
      return [{ type: "resource_link", uri, name: name ?? nameOf(uri), mimeType }, "content_url"];
    },
  },
  {
    fits: ({ content }) => typeof content !== "string",
    toBlock: (part) => describe(part),
  },
  {
    fits: (part) => isBase64(part) && part.content_type.startsWith("image/"),
    toBlock: ({ content, content_type: mimeType }) => [{ type: "image", data: content ?? "", mimeType }, "content"],
  },
  {
    fits: (part) => isBase64(part) && part.content_type.startsWith("audio/"),
    toBlock: ({ content, content_type: mimeType }) => [{ type: "audio", data: content ?? "", mimeType }, "content"],
  },
  {
    fits: (part) => isBase64(part) && part.content_type.startsWith("text/") && decodeText(part) !== undefined,
    toBlock: (part) => [{ type: "text", text: decodeText(part) ?? "" }, "base64_text"],
  },
  {
    fits: isBase64,
    toBlock({ content, content_type: mimeType, name }) {
      return [{ type: "resource", resource: { blob: content ?? "", mimeType, uri: uriOf(name) } }, "content"];
    },
  },
  {
    // A file, not a message.
    fits: ({ name, metadata }) => typeof name === "string" && metadata === undefined,
    toBlock({ content, content_type: mimeType, name }) {
      return [{ type: "resource", resource: { text: content ?? "", mimeType, uri: uriOf(name) } }, "content"];
    },
  },
  {
    fits: () => true,
    toBlock: ({ content }) => [{ type: "text", text: content ?? "" }, "content"],
  },
];

/** Its body is elsewhere or missing, so the agent gets its metadata. */
function describe({ metadata, name }: MessagePart): Made {
  const said = metadata?.kind === "trajectory" ? metadata.message : undefined;
  const rest = isObject(metadata) ? JSON.stringify(metadata) : (name ?? "");
  return [{ type: "text", text: said !== "" && typeof said === "string" ? said : rest }, "none"];
}

function fromBlockField(part: MessagePart): Made | undefined {
  const field = part["acp_block"];
  if (!isObject(field)) return undefined;
  const made = rebuild(part, field);
  // Decoding works in place, and the client's data may be anything.
  const decoded = made && decode("ContentBlock", structuredClone(made[0]));
  if (made === undefined || decoded?.ok !== true || isUnknownBlock(decoded.value)) return undefined;
  return [decoded.value, made[1]];
}

function rebuild(part: MessagePart, field: Record<string, unknown>): readonly [object, PartBody] | undefined {
  const { content, content_type: mimeType, name, content_url: url } = part;
  const resource = field["resource"];
  switch (field["type"] ?? typeOf(part)) {
    case "text":
      return [{ type: "text", text: content, ...field }, "content"];
    case "image":
    case "audio":
      return [{ type: typeOf(part), data: content, mimeType, ...field }, "content"];
    case "resource_link":
      return [{ name, uri: url, ...field }, url === undefined ? "none" : "content_url"];
    case "resource":
      if (!isObject(resource)) return undefined;
      return [{ ...field, resource: { ...resource, [isBase64(part) ? "blob" : "text"]: content } }, "content"];
    default:
      return undefined;
  }
}

function typeOf({ content_type: type }: MessagePart): string {
  if (type === "text/plain") return "text";
  return type.slice(0, type.indexOf("/"));
}

function isUnknownBlock(block: ContentBlock): block is Exclude<ContentBlock, KnownBlock> {
  return block.type === undefined;
}

function isBase64({ content_encoding: encoding }: MessagePart): boolean {
  return encoding === "base64";
}

/** Undefined if it is not text, or would change in the round trip. */
function decodeText({ content }: MessagePart): string | undefined {
  const bytes = Buffer.from(content ?? "", "base64");
  if (bytes.toString("base64") !== content) return undefined;
  const text = bytes.toString("utf8");
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

function nameOf(uri: string): string {
  const path = uri.replace(/[?#].*$/, "").replace(/\/+$/, "");
  return path.slice(path.lastIndexOf("/") + 1) || uri;
}

/** Parts have names, resources have URIs. */
function uriOf(name: string | null | undefined): string {
  // Via bytes, because a lone surrogate cannot be encoded.
  return `attachment:///${encodeURIComponent(Buffer.from(name ?? "part").toString())}`;
}
