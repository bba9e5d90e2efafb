// A tool call as lines of text: one when it starts, one when it ends, with what it brought.
import { isUnknown, type ToolCallContent } from "@parley/acp";
import type { ToolCallItem } from "@parley/acp/transcript";
import type { Paint } from "./paint.ts";

const CONTENT_LINES_MAX = 12;

export function drawToolStart(item: ToolCallItem, paint: Paint): string {
  const where = item.locations.map(({ path, line }) => (line ? `${path}:${line}` : path)).join(", ");
  const place = where !== "" && !(item.title ?? "").includes(where) ? paint("dim", `  ${where}`) : "";
  return `${paint("accent", "●")} ${item.title ?? item.name ?? item.toolCallId}${place}`;
}

export function drawToolEnd(item: ToolCallItem, paint: Paint): string {
  const mark = item.status === "failed" ? paint("bad", "✗ failed") : paint("good", "✓ done");
  const lines = item.content.flatMap((content) => drawContent(content, paint));
  const shown = lines.slice(0, CONTENT_LINES_MAX);
  const more = lines.length - shown.length;
  if (more > 0) shown.push(paint("dim", `… ${more} more lines`));
  return [`  ${mark}`, ...shown.map((line) => `  ${line}`)].join("\n");
}

function drawContent(content: ToolCallContent, paint: Paint): string[] {
  if (isUnknown(content)) return [paint("dim", "(content of an unknown kind)")];
  switch (content.type) {
    case "content":
      return content.content.type === "text"
        ? content.content.text
            .trimEnd()
            .split("\n")
            .map((line) => paint("dim", line))
        : [paint("dim", `(${content.content.type ?? "unknown"})`)];
    case "diff":
      return [
        paint("dim", content.path),
        ...(content.oldText ?? "")
          .split("\n")
          .filter(Boolean)
          .map((line) => paint("bad", `- ${line}`)),
        ...content.newText
          .split("\n")
          .filter(Boolean)
          .map((line) => paint("good", `+ ${line}`)),
      ];
    case "terminal":
      return [paint("dim", `(terminal ${content.terminalId})`)];
  }
}
