// The searchable text of an item of a transcript.
import type { ContentBlock } from "@parley/acp";
import type { ToolCallItem, TranscriptItem } from "@parley/acp/transcript";

export interface ItemText {
  /** `prompt`, `agent_message`, `thought`, `tool_call`, `note`. */
  readonly what: string;
  readonly text: string;
}

/** Undefined: it has no text. */
export function textOfItem(item: TranscriptItem): ItemText | undefined {
  if (item.type === "user_message") return { what: "prompt", text: textOf(item.blocks) };
  if (item.type === "agent_message" || item.type === "thought") return { what: item.type, text: textOf(item.blocks) };
  if (item.type === "tool_call") return { what: item.type, text: textOfCall(item) };
  if (item.type === "note") return { what: item.type, text: item.text };
  if (item.type === "changes") return { what: item.type, text: item.files.map(({ path }) => path).join("\n") };
  return undefined;
}

function textOfCall({ title, content, locations }: ToolCallItem): string {
  const parts = content.map((one) => {
    if (one.type === "content") return textOf([one.content]);
    return one.type === "diff" ? `${one.path}\n${one.newText}` : "";
  });
  return [title ?? "", ...locations.map(({ path }) => path), ...parts].filter((part) => part !== "").join("\n");
}

function textOf(blocks: readonly ContentBlock[]): string {
  return blocks
    .map((block) => {
      if (block.type === "text") return block.text;
      if (block.type === "resource_link") return block.uri;
      if (block.type === "resource") return "text" in block.resource ? block.resource.text : block.resource.uri;
      return "";
    })
    .join("");
}
