// Content blocks as message parts. Data without a field in parts is kept in the extra field `acp_block`, so that
// `partToBlock` restores the same block.
import { isUnknown, type ContentBlock } from "@parley/acp";
import type { MessagePart } from "../wire.ts";
import { isPartMeta, PART_META, type PartMeta } from "./part-meta.ts";

export type KnownBlock = Exclude<ContentBlock, { kind: "unknown" }>;
type BlockOf<T extends KnownBlock["type"]> = Extract<KnownBlock, { type: T }>;

/** The conversion of each type, if it was not a part before. */
const ROWS: { readonly [T in KnownBlock["type"]]: (block: BlockOf<T>) => MessagePart } = {
  text({ type: _type, text, ...rest }) {
    return withBlock({ content_type: "text/plain", content: text }, rest);
  },
  image({ type, data, mimeType, ...rest }) {
    const part: MessagePart = { content_type: mimeType, content: data, content_encoding: "base64" };
    return withBlock(part, mimeType.startsWith("image/") ? rest : { type, ...rest });
  },
  audio({ type, data, mimeType, ...rest }) {
    const part: MessagePart = { content_type: mimeType, content: data, content_encoding: "base64" };
    return withBlock(part, mimeType.startsWith("audio/") ? rest : { type, ...rest });
  },
  resource_link({ name, uri, ...rest }) {
    const part: MessagePart = { name, content_type: rest.mimeType ?? "application/octet-stream" };
    // Clients reject values that are not URLs.
    return URL.canParse(uri) ? withBlock({ ...part, content_url: uri }, rest) : withBlock(part, { ...rest, uri });
  },
  resource({ resource, ...rest }) {
    if ("text" in resource) {
      const { text, ...about } = resource;
      const part: MessagePart = { name: about.uri, content_type: about.mimeType ?? "text/plain", content: text };
      return withBlock(part, { ...rest, resource: about });
    }
    const { blob, ...about } = resource;
    const type = about.mimeType ?? "application/octet-stream";
    const part: MessagePart = { name: about.uri, content_type: type, content: blob, content_encoding: "base64" };
    return withBlock(part, { ...rest, resource: about });
  },
};

export function blockToPart(block: ContentBlock): MessagePart {
  // Almost all streamed updates are of this kind.
  if (block.type === "text" && isBare(block)) return { content_type: "text/plain", content: block.text };
  if (isUnknown(block)) {
    return { content_type: "application/json", content: JSON.stringify(block.raw), acp_block: { type: "unknown" } };
  }
  const { _meta: meta } = block;
  const given = meta?.[PART_META];
  if (isPartMeta(given)) return restore(block, given);
  return (ROWS[block.type] as (block: KnownBlock) => MessagePart)(block);
}

/** Only the text, including that of unknown blocks. */
export function isBare(block: object): boolean {
  let count = 0;
  for (const _ in block) count += 1;
  return count === 2;
}

function restore(block: KnownBlock, { body, fields }: PartMeta): MessagePart {
  const part = fields as MessagePart;
  if (body === "none") return part;
  const text = bodyOf(block);
  if (body === "content_url") return { ...part, content_url: text };
  return { ...part, content: body === "base64_text" ? Buffer.from(text).toString("base64") : text };
}

function bodyOf(block: KnownBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return block.data;
    case "resource_link":
      return block.uri;
    case "resource":
      return "text" in block.resource ? block.resource.text : block.resource.blob;
  }
}

function withBlock(part: MessagePart, rest: object): MessagePart {
  for (const value of Object.values(rest)) if (value !== undefined) return { ...part, acp_block: rest };
  return part;
}
