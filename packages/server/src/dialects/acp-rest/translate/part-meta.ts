// What a content block cannot say of the part it was made of: kept in its `_meta`, so that the way back gives the same part.
import { isObject } from "@parley/base";
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

export function isPartMeta(value: unknown): value is PartMeta {
  return isObject(value) && typeof value["body"] === "string" && isObject(value["fields"]);
}
