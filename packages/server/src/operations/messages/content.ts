// Converts between content blocks of ACP and message parts of the native API. What one cannot express is kept in an
// extra field of the other.
import { isObject } from "@parley/base";
import type { ContentBlock } from "@parley/acp";
import { decode, isUnknown } from "@parley/acp/decode";
import { isDeepStrictEqual } from "node:util";
import { type NativeContent } from "./native-message.ts";

type BlockType = NonNullable<ContentBlock["type"]>;
type Block<T extends BlockType> = Extract<ContentBlock, { type: T }>;

interface BlockRow<T extends BlockType> {
  readonly to: (block: Block<T>) => NativeContent;
  /** A block with only these fields is fully expressed by `to`. Empty: never. */
  readonly said?: readonly string[];
}

const blockRows: { readonly [T in BlockType]: BlockRow<T> } = {
  text: { to: ({ text }) => ({ type: "text", text }), said: ["type", "text"] },
  image: {
    to: ({ data, mimeType }) => ({ type: "image", data, mimeType }),
    said: ["type", "data", "mimeType"],
  },
  audio: { to: ({ mimeType }) => ({ type: "text", text: `[${mimeType}]` }) },
  resource_link: { to: ({ name, uri }) => ({ type: "text", text: `[${name}](${uri})` }) },
  resource: {
    to: ({ resource }) => ({ type: "text", text: "text" in resource ? resource.text : `[${resource.uri}]` }),
  },
};

interface PartRow {
  readonly said: readonly string[];
  readonly is: (part: NativeContent) => boolean;
}

/** Parts that are also blocks; all others are described in text for the agent. */
const partRows: ReadonlyMap<string, PartRow> = new Map([
  ["text", { said: ["type", "text"], is: ({ text }) => typeof text === "string" }],
  [
    "image",
    {
      said: ["type", "data", "mimeType"],
      is: ({ data, mimeType }) => typeof data === "string" && typeof mimeType === "string",
    },
  ],
]);

export function toNativeContent(block: ContentBlock): NativeContent {
  if (isUnknown(block)) return { type: "text", text: "[unknown content]", acp: block.raw };
  const { _meta: meta } = block;
  const original = meta?.native;
  if (isPart(original) && isDeepStrictEqual(fromNativeContent(original), block)) return original;
  // The row has this type.
  const row = blockRows[block.type] as BlockRow<BlockType>;
  const part = row.to(block);
  return hasOnly(block, row.said) ? part : { ...part, acp: block };
}

export function fromNativeContent(part: NativeContent): ContentBlock {
  const block = readBlock(part.acp);
  if (block !== undefined) return block;
  const row = partRows.get(part.type);
  if (row === undefined || !row.is(part)) return { type: "text", text: describePart(part), _meta: { native: part } };
  const { type, text, data, mimeType } = part as Record<string, string>;
  const plain = (type === "text" ? { type, text } : { type, data, mimeType }) as Block<"text" | "image">;
  return hasOnly(part, row.said) ? plain : { ...plain, _meta: { native: part } };
}

function readBlock(value: unknown): ContentBlock | undefined {
  if (!isObject(value)) return undefined;
  // The decoder modifies its input.
  const result = decode("ContentBlock", structuredClone(value));
  return result.ok ? result.value : undefined;
}

function describePart(part: NativeContent): string {
  if (part.type === "thinking" && typeof part.thinking === "string") return part.thinking;
  return `[${part.type}] ${JSON.stringify(part)}`;
}

function isPart(value: unknown): value is NativeContent {
  return isObject(value) && typeof value.type === "string";
}

function hasOnly(value: object, said: readonly string[] | undefined): boolean {
  if (said === undefined) return false;
  for (const name in value) {
    if (!said.includes(name) && (value as Record<string, unknown>)[name] !== undefined) return false;
  }
  return true;
}
