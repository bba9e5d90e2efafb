// The protocol's types as this agent sends them, without unknown variants.
import type { ContentBlock, Known, SessionConfigOption, SessionUpdate, ToolCallContent } from "@parley/acp";

export type Update = Known<SessionUpdate>;
export type Block = Known<ContentBlock>;
export type ToolContent = Known<ToolCallContent>;
export type ConfigOption = Known<SessionConfigOption>;

export function textBlock(text: string): Block {
  return { type: "text", text };
}
