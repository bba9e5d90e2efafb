// A cache key for a conversation, so that providers route requests with the same prefix to the same cache.
import { hashText } from "../hash-text.ts";
import { CACHE_KEY_CHARS_MAX } from "../../limits.ts";
import type { ModelRequest } from "../model.ts";

/** The same for every request of a conversation, until it is compacted. */
export function cacheKeyOf({ system, messages }: Pick<ModelRequest, "system" | "messages">): string {
  const [first] = messages;
  const said = first?.role === "user" ? first.parts.map((part) => ("text" in part ? part.text : part.mimeType)) : [];
  const text = `${system.slice(0, CACHE_KEY_CHARS_MAX)}\n${said.join("\n").slice(0, CACHE_KEY_CHARS_MAX)}`;
  return `parley-${hashText(text)}`;
}
