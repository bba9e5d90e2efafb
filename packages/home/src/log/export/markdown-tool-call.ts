// A tool call in Markdown: its title, its status, and its output.
import type { ToolCallContent } from "@parley/acp";
import type { ToolCallItem } from "@parley/acp/transcript";
import type { TerminalPart } from "../settled-parts.ts";
import { formatDiff } from "./line-diff.ts";
import { formatBlocks, formatTerminal, formatUnknown } from "./markdown-blocks.ts";
import { toCode, toFenced, toFolded, toInline } from "./markdown-text.ts";

export function formatToolCall(item: ToolCallItem, terminals: readonly TerminalPart[]): string {
  const { title, name, kind, status, content, locations, rawInput } = item;
  const facts = [kind, status?.replaceAll("_", " ")].filter((fact) => fact !== null && fact !== undefined);
  const head = `### Tool: ${toInline(title ?? name ?? item.toolCallId)}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`;
  const places = locations.map(({ path, line }) => `- ${toCode(typeof line === "number" ? `${path}:${line}` : path)}`);
  const parts = [
    head,
    places.join("\n"),
    hasFields(rawInput) ? toFolded("Input", toFenced(JSON.stringify(rawInput, null, 2), "json")) : "",
    ...content.map(formatContent),
    ...terminals.map(formatTerminal),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function formatContent(content: ToolCallContent): string {
  switch (content.type) {
    case "content":
      return content.content.type === "text"
        ? toFolded("Output", toFenced(content.content.text))
        : formatBlocks([content.content]);
    case "diff": {
      const { path, oldText, newText } = content;
      const isNew = oldText === null || oldText === undefined;
      return `${toCode(path)}${isNew ? " (new)" : ""}\n\n${toFenced(formatDiff(oldText ?? "", newText), "diff")}`;
    }
    case "terminal":
      return "";
    case undefined:
      return formatUnknown(content.raw);
  }
}

function hasFields(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}
