// Converts prompt blocks for the model: text and images unchanged, links by name, embedded files in full.
import { quoteMaterial } from "@parley/base";
import { readMeta, type Block } from "./wire.ts";
import type { UserPart } from "../models/message.ts";
import { RESOURCE_CHARS_MAX } from "../limits.ts";

const HISTORY_URI = ' uri="parley:conversation"';

export function toUserParts(blocks: readonly Block[]): UserPart[] {
  const parts = blocks.map(toUserPart);
  return parts.length === 0 ? [{ type: "text", text: "" }] : parts;
}

function toUserPart(block: Block): UserPart {
  switch (block.type) {
    case "text": {
      const isHistory = readMeta(block).history === true;
      return { type: "text", text: isHistory ? quoteMaterial("resource", block.text, HISTORY_URI) : block.text };
    }
    case "image":
      return { type: "image", mimeType: block.mimeType, data: block.data };
    case "audio":
      return { type: "file", mimeType: block.mimeType, data: block.data };
    case "resource_link":
      return { type: "text", text: describeLink(block) };
    case "resource": {
      const { resource } = block;
      if ("text" in resource) return { type: "text", text: embed(resource.uri, resource.text) };
      const mimeType = resource.mimeType ?? "application/octet-stream";
      if (mimeType.startsWith("image/")) return { type: "image", mimeType, data: resource.blob };
      return { type: "file", mimeType, data: resource.blob, name: nameOf(resource.uri) };
    }
  }
}

function describeLink({ uri, name, description, mimeType }: Extract<Block, { type: "resource_link" }>): string {
  const more = [description, mimeType].filter((text) => text !== undefined && text !== null && text !== "");
  const path = uri.startsWith("file://") ? decodePath(uri) : uri;
  return `[${name}](${path})${more.length === 0 ? "" : ` (${more.join(", ")})`}`;
}

/** Enclosed in tags, because the text may contain code fences. */
function embed(uri: string, text: string): string {
  const cut = text.length > RESOURCE_CHARS_MAX;
  const shown = cut
    ? `${text.slice(0, RESOURCE_CHARS_MAX)}\n[cut: ${text.length - RESOURCE_CHARS_MAX} more characters]`
    : text;
  const place = JSON.stringify(uri.startsWith("file://") ? decodePath(uri) : uri);
  return quoteMaterial("resource", shown, ` uri=${place}`);
}

function nameOf(uri: string): string {
  return decodePath(uri).split("/").at(-1) ?? uri;
}

/** A malformed URI is shown unchanged. */
function decodePath(uri: string): string {
  try {
    return decodeURIComponent(new URL(uri).pathname);
  } catch {
    return uri;
  }
}
