// Tool calls of ACP as tool requests and responses. A part repeats the call's data only if necessary.
import { isObject } from "@parley/base";
import type { ContentBlock, ToolCall, ToolCallContent, ToolCallUpdate } from "@parley/acp";
import { toNativeContent } from "./content.ts";
import { type NativeContent } from "./native-message.ts";

type Call = (ToolCall & { sessionUpdate: "tool_call" }) | (ToolCallUpdate & { sessionUpdate: "tool_call_update" });

export function isEnded({ status }: Pick<ToolCallUpdate, "status">): boolean {
  return status === "completed" || status === "failed";
}

export function toolName({ name, title, toolCallId }: ToolCallUpdate): string {
  return name ?? title ?? toolCallId;
}

export function toToolRequest(call: Call): NativeContent {
  const { toolCallId, rawInput, ...rest } = call;
  const isSaid = isObject(rawInput);
  return {
    type: "toolRequest",
    id: toolCallId,
    toolCall: { status: "success", value: { name: toolName(call), ...(isSaid ? { arguments: rawInput } : {}) } },
    acp: isSaid ? rest : call,
  };
}

export function toToolResponse(call: Call): NativeContent {
  const { toolCallId, content, ...rest } = call;
  const blocks = plainBlocks(content);
  const value = {
    content: (blocks ?? describe(call)).map(toNativeContent),
    isError: call.status === "failed",
  };
  return {
    type: "toolResponse",
    id: toolCallId,
    toolResult: { status: "success", value },
    acp: blocks === undefined ? call : rest,
  };
}

/** Whether all of them are plain content blocks. */
function plainBlocks(content: readonly ToolCallContent[] | null | undefined): readonly ContentBlock[] | undefined {
  if (content === null || content === undefined || content.length === 0) return undefined;
  const blocks: ContentBlock[] = [];
  for (const item of content) {
    if (item.type !== "content" || Object.keys(item).length !== 2) return undefined;
    blocks.push(item.content);
  }
  return blocks;
}

function describe({ content, rawOutput }: Call): readonly ContentBlock[] {
  const lines = (content ?? []).map(describeItem);
  if (lines.length === 0 && rawOutput !== undefined && rawOutput !== null) {
    lines.push(typeof rawOutput === "string" ? rawOutput : JSON.stringify(rawOutput));
  }
  return lines.map((text) => ({ type: "text", text }));
}

function describeItem(item: ToolCallContent): string {
  if (item.type === "diff") return `[changed ${item.path === "" ? "a file" : item.path}]`;
  if (item.type === "terminal") return `[terminal ${item.terminalId}]`;
  if (item.type === "content")
    return item.content.type === "text" ? item.content.text : `[${item.content.type ?? "content"}]`;
  return "[unknown content]";
}
