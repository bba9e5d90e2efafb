// The files that a prompt contains or refers to: embedded resources, links, images, and mentions in its text.
import { fieldsOf, listOf, textOf } from "./fields.ts";
import { readFileUri } from "./file-uri.ts";
import { findMentions } from "./mentions.ts";
import type { NamedAccess } from "./connection-memory.ts";

export function filesOfPrompt(prompt: unknown): readonly NamedAccess[] {
  const blocks = typeof prompt === "string" ? [{ type: "text", text: prompt }] : listOf(prompt);
  const found = new Map<string, NamedAccess>();
  for (const block of blocks) {
    for (const access of filesOfBlock(block)) {
      const key = `${access.action} ${access.path}`;
      if (!found.has(key)) found.set(key, access);
    }
  }
  return [...found.values()];
}

function filesOfBlock(block: unknown): readonly NamedAccess[] {
  const { type, text, uri, resource } = fieldsOf(block);
  switch (type) {
    case "text":
      return findMentions(textOf(text) ?? "").map((file) => ({ ...file, action: "user_referenced", from: "mention" }));
    case "resource_link":
      return named(uri, "user_referenced");
    case "resource":
    case "embedded_resource":
      return named(fieldsOf(resource)["uri"] ?? uri, "user_provided");
    case "image":
    case "audio":
      return named(uri, "user_provided");
    default:
      return [];
  }
}

function named(uri: unknown, action: "user_provided" | "user_referenced"): readonly NamedAccess[] {
  const file = readFileUri(textOf(uri) ?? "");
  return file === undefined ? [] : [{ ...file, action, from: "prompt" }];
}
