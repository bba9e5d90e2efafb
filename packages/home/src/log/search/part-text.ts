// The text of a part of a session that is searched, and the name of that part.
import type { ContentBlock, ToolCallContent } from "@parley/acp";
import type { ToolCallItem, TranscriptItem } from "@parley/acp/transcript";
import type { SettledPart, TerminalPart } from "../settled-parts.ts";

export interface Searched {
  readonly what: string;
  readonly seq: number;
  readonly at: number;
  readonly text: string;
}

/** Depth to which tool inputs are searched. */
const DEPTH_MAX = 8;

export function* textsOf(part: SettledPart): Generator<Searched> {
  switch (part.type) {
    case "item": {
      const { item, terminals } = part;
      const what = item.type === "user_message" ? "prompt" : item.type;
      yield { what, seq: item.seq, at: item.at, text: textOfItem(item).join("\n") };
      for (const terminal of terminals) yield textOfTerminal(terminal);
      return;
    }
    case "terminal":
      yield textOfTerminal(part);
      return;
    case "plan": {
      const { seq, at, entries } = part;
      yield { what: "plan", seq, at, text: entries.map(({ content }) => content).join("\n") };
      return;
    }
    case "omitted":
  }
}

function textOfTerminal({ seq, at, command, output }: TerminalPart): Searched {
  return { what: "terminal", seq, at, text: command === null ? output : `${command}\n${output}` };
}

function textOfItem(item: TranscriptItem): string[] {
  switch (item.type) {
    case "user_message":
    case "agent_message":
    case "thought":
    case "compaction":
      return item.blocks.flatMap(textOfBlock);
    case "tool_call":
      return textOfToolCall(item);
    case "permission":
      return [item.answer?.reason ?? ""];
    case "elicitation":
      return stringsIn([item.request, item.answer?.response]);
    case "notice":
      return [item.title, item.description ?? ""];
    case "stop":
      return [item.error?.message ?? ""];
    case "changes":
      return item.files.map(({ path }) => path);
    case "note":
      return [item.text];
    case "agent_crashed":
      return [item.message];
    case "agent_restarted":
      return [];
    case "unknown":
      return stringsIn(item.raw);
  }
}

function textOfToolCall({ title, name, content, locations, rawInput, rawOutput }: ToolCallItem): string[] {
  const texts = [title ?? "", name ?? "", ...locations.map(({ path }) => path), ...stringsIn(rawInput)];
  // Mostly the same text twice.
  return [...texts, ...(content.length > 0 ? content.flatMap(textOfContent) : stringsIn(rawOutput))];
}

function textOfContent(content: ToolCallContent): string[] {
  switch (content.type) {
    case "content":
      return textOfBlock(content.content);
    case "diff":
      return [content.path, content.oldText ?? "", content.newText];
    case "terminal":
      return [];
    case undefined:
      return stringsIn(content.raw);
  }
}

function textOfBlock(block: ContentBlock): string[] {
  switch (block.type) {
    case "text":
      return [block.text];
    case "resource_link":
      return [block.title ?? "", block.name, block.uri];
    case "resource":
      return [block.resource.uri, "text" in block.resource ? block.resource.text : ""];
    case "image":
    case "audio":
      return [];
    case undefined:
      return stringsIn(block.raw);
  }
}

function stringsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return [];
  return Object.values(value).flatMap((inner) => stringsIn(inner, depth + 1));
}
