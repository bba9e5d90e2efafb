// Data of a part that a content block cannot express, kept in its `_meta`, so that converting back restores the same
// part.
import { isObject } from "@parley/base";
import type { MessagePart } from "../wire.ts";

/** Key in the `_meta` of a block. */
export const PART_META = "parley.part";

/** Where the part's body is: in the block's `data`, unchanged or decoded, in its `uri`, or nowhere if it had none. */
export type PartBody = "content" | "base64_text" | "content_url" | "none";

export interface PartMeta {
  readonly body: PartBody;
  /** Everything except the body. */
  readonly fields: Omit<MessagePart, "content" | "content_url">;
}

export function isPartMeta(value: unknown): value is PartMeta {
  return isObject(value) && typeof value["body"] === "string" && isObject(value["fields"]);
}
