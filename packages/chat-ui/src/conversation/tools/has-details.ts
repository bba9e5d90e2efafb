// Whether a tool call has more to show than its line. The details themselves are loaded when they are first opened.
import type { ToolCallItem } from "@parley/acp/transcript";

export function hasDetails({ content, rawInput, rawOutput }: ToolCallItem): boolean {
  return content.length > 0 || hasValue(rawInput) || hasValue(rawOutput);
}

export function hasValue(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}
