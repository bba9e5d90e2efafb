// Converts content both ways: a block of ACP and a part of A2A. What one side cannot express is kept in metadata, so
// that nothing is lost.
import { parseJson, isObject } from "@parley/base";
import type { Part } from "@a2a-js/sdk";
import { isUnknown, type ContentBlock, type Known } from "@parley/acp";

type Block = Known<ContentBlock>;
type Content = NonNullable<Part["content"]>;
type Fields = Readonly<Record<string, unknown>>;

/** The metadata key under which a part keeps ACP-only data, and a block A2A-only data. */
const ACP = "acp";
const A2A = "a2a";

export function textPart(text: string, metadata?: Fields): Part {
  return createPart({ $case: "text", value: text }, metadata === undefined ? {} : { metadata });
}

export function dataPart(value: unknown, metadata?: Fields): Part {
  const rest = metadata === undefined ? {} : { metadata };
  return createPart({ $case: "data", value }, { mediaType: "application/json", ...rest });
}

export function toPart(block: ContentBlock): Part {
  if (isUnknown(block)) return dataPart(block.raw, { [ACP]: { type: "unknown" } });
  const kept = readMeta(block)?.[A2A];
  if (isObject(kept)) return restorePart(block, kept);
  switch (block.type) {
    case "text": {
      const { text, ...rest } = block;
      return createPart({ $case: "text", value: text }, { ...keep(rest, ["type"]) });
    }
    case "image":
    case "audio": {
      const { data, ...rest } = block;
      const isTold = block.mimeType.startsWith(`${block.type}/`);
      const known = isTold ? ["type", "mimeType"] : [];
      return createPart(rawContent(data), { mediaType: block.mimeType, ...keep(rest, known) });
    }
    case "resource_link": {
      const { uri, ...rest } = block;
      const names = { filename: block.name, mediaType: block.mimeType ?? "" };
      const known = block.name === "" ? [] : ["type", "name", "mimeType"];
      return createPart({ $case: "url", value: uri }, { ...names, ...keep(rest, known) });
    }
    case "resource": {
      const { resource, ...rest } = block;
      const { uri, mimeType } = resource;
      const content: Content = "text" in resource ? { $case: "text", value: resource.text } : rawContent(resource.blob);
      const { text: _text, blob: _blob, ...described } = resource as { text?: string; blob?: string };
      const metadata = { [ACP]: { ...rest, resource: described } };
      return createPart(content, { filename: toFilename(uri), mediaType: mimeType ?? "", metadata });
    }
  }
}

export function fromPart(part: Part): ContentBlock | undefined {
  const { content } = part;
  if (content === undefined) return undefined;
  const said = readObject(part.metadata?.[ACP]);
  const ours = said === undefined ? undefined : restoreBlock(content, said);
  const block = (ours ?? plainBlock(content, part)) as ContentBlock;
  return ours !== undefined || isSame(toPart(block), part) ? block : withKept(block, part);
}

function plainBlock(content: Content, part: Part): Block {
  switch (content.$case) {
    case "text": {
      if (part.filename === "") return { type: "text", text: content.value };
      return { type: "resource", resource: { ...describe(part), text: content.value } };
    }
    case "raw": {
      const data = Buffer.from(content.value).toString("base64");
      const mimeType = part.mediaType;
      if (mimeType.startsWith("image/")) return { type: "image", data, mimeType };
      if (mimeType.startsWith("audio/")) return { type: "audio", data, mimeType };
      return { type: "resource", resource: { ...describe(part), blob: data } };
    }
    case "url": {
      const name = part.filename === "" ? toFilename(content.value) : part.filename;
      const mimeType = part.mediaType === "" ? {} : { mimeType: part.mediaType };
      return { type: "resource_link", uri: content.value, name, ...mimeType };
    }
    case "data": {
      const resource = { uri: "attachment:///data.json", mimeType: "application/json", text: toJson(content.value) };
      return { type: "resource", resource };
    }
  }
}

/** With the data that a block cannot express. */
function withKept(block: ContentBlock, { content, metadata, filename, mediaType }: Part): ContentBlock {
  const kept = {
    ...(metadata !== undefined && { metadata }),
    ...(filename !== "" && { filename }),
    ...(mediaType !== "" && { mediaType }),
    ...(content?.$case === "data" && { isData: true }),
  };
  return { ...block, _meta: { [A2A]: kept } } as ContentBlock;
}

/** The content has the same fields, so only its kind can differ. */
function isSame(one: Part, other: Part): boolean {
  return (
    one.content?.$case === other.content?.$case &&
    one.filename === other.filename &&
    one.mediaType === other.mediaType &&
    one.metadata === other.metadata
  );
}

/** A part that we received, unchanged. */
function restorePart(block: Block, kept: Fields): Part {
  const plain = toPart({ ...block, _meta: undefined } as ContentBlock);
  const content: Content | undefined =
    kept["isData"] === true && plain.content?.$case === "text"
      ? { $case: "data", value: fromJson(plain.content.value) }
      : plain.content;
  return {
    content,
    metadata: readObject(kept["metadata"]),
    filename: readText(kept["filename"]),
    mediaType: readText(kept["mediaType"]),
  };
}

/** A block that we sent as a part, unchanged. */
function restoreBlock(content: Content, said: Fields): Block | undefined {
  switch (said["type"]) {
    case "text":
      return content.$case === "text" ? { ...said, type: "text", text: content.value } : undefined;
    case "image":
    case "audio": {
      if (content.$case !== "raw" || typeof said["mimeType"] !== "string") return undefined;
      return { ...said, data: Buffer.from(content.value).toString("base64") } as unknown as Block;
    }
    case "resource_link": {
      if (content.$case !== "url" || typeof said["name"] !== "string") return undefined;
      return { ...said, uri: content.value } as unknown as Block;
    }
    case "resource": {
      const resource = readObject(said["resource"]);
      if (resource === undefined || typeof resource["uri"] !== "string") return undefined;
      if (content.$case === "text")
        return { ...said, resource: { ...resource, text: content.value } } as unknown as Block;
      if (content.$case !== "raw") return undefined;
      const blob = Buffer.from(content.value).toString("base64");
      return { ...said, resource: { ...resource, blob } } as unknown as Block;
    }
    default:
      return undefined;
  }
}

/** Only if the part itself is not enough. */
function keep(rest: Fields, known: readonly string[]): { metadata?: Fields } {
  const hasMore = Object.entries(rest).some(([name, value]) => value !== undefined && !known.includes(name));
  return hasMore ? { metadata: { [ACP]: rest } } : {};
}

function createPart(
  content: Content,
  { metadata, filename = "", mediaType = "" }: { metadata?: Fields; filename?: string; mediaType?: string },
): Part {
  return { content, metadata: metadata === undefined ? undefined : { ...metadata }, filename, mediaType };
}

function describe({ filename, mediaType }: Part): { uri: string; mimeType?: string } {
  const uri = `attachment:///${encodeURIComponent(filename === "" ? "file" : filename)}`;
  return mediaType === "" ? { uri } : { uri, mimeType: mediaType };
}

function rawContent(base64: string): Content {
  return { $case: "raw", value: Buffer.from(base64, "base64") };
}

function toFilename(uri: string): string {
  const path = uri.split(/[?#]/, 1)[0] ?? uri;
  return path.slice(path.lastIndexOf("/") + 1) || uri;
}

function toJson(value: unknown): string {
  return JSON.stringify(value ?? null);
}

function fromJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // The part was edited in transit: treat it as text.
    return text;
  }
}

function readMeta(block: object | undefined): Record<string, unknown> | undefined {
  return readObject(readObject(block)?.["_meta"]);
}

function readText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function readObject(value: unknown): Record<string, unknown> | undefined {
  return isObject(value) ? value : undefined;
}
