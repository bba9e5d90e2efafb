// What a content block cannot say of the part it was made of: kept in its `_meta`, so that the way back gives the same part.
import type { MessagePart } from "../wire.ts";

/** Key in the `_meta` of a block. */
export const PART_META = "parley.part";

/** Where the body of the part went: `data` of the block, as it stands or decoded, its `uri`, or nowhere since there was none. */
export type PartBody = "content" | "base64_text" | "content_url" | "none";

export interface PartMeta {
  readonly body: PartBody;
  /** Everything but the body. */
  readonly fields: Omit<MessagePart, "content" | "content_url">;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isPartMeta(value: unknown): value is PartMeta {
  return isRecord(value) && typeof value["body"] === "string" && isRecord(value["fields"]);
}
