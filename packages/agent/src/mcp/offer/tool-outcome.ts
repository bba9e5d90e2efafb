// Converts the result of a server's tool.
import { isObject } from "@parley/base";
import { parseJson } from "../../text/parse-json.ts";
import type { ToolOutcome } from "../../tools/tool.ts";
import type { McpLimits } from "../../mcp-limits.ts";
import { ContentReader } from "./content.ts";

export function toToolOutcome(answer: unknown, limits: McpLimits): ToolOutcome {
  const reader = new ContentReader(limits);
  const fields = isObject(answer) ? answer : {};
  const content: readonly unknown[] = Array.isArray(fields["content"]) ? fields["content"] : [];
  for (const item of content) reader.add(item);
  const structured = fields["structuredContent"];
  if (structured !== undefined && !isToldBy(content, structured)) reader.addText(JSON.stringify(structured, null, 2));
  // The result format of an early protocol version.
  if (fields["toolResult"] !== undefined) reader.addText(JSON.stringify(fields["toolResult"], null, 2));
  const isError = fields["isError"] === true;
  if (reader.isEmpty) reader.addText(isError ? "The tool failed without a message." : "Done, without output.");
  const { parts, blocks } = reader.finish();
  return { parts, isError, content: blocks.map((block) => ({ type: "content", content: block })) };
}

/** Servers should also send structured content as text, for clients that read only text. */
function isToldBy(content: readonly unknown[], structured: unknown): boolean {
  const plain = JSON.stringify(structured);
  return content.some((item) => {
    if (!isObject(item) || item["type"] !== "text" || typeof item["text"] !== "string") return false;
    // Text that is not JSON contains something else.
    const parsed = parseJson(item["text"]);
    return parsed !== undefined && JSON.stringify(parsed.value) === plain;
  });
}
