// Describes a question about a tool call as lines of text, for dialects without structured questions: everything that
// was judged, without secrets.
import type { ToolCallUpdate } from "@parley/acp";
import { describeReading, readToolCall } from "@parley/acp/tool-input";
import { redact, reveal } from "@parley/policy";

export function describeToolCall(toolCall: ToolCallUpdate): readonly string[] {
  const { commands, details } = describeReading(readToolCall(toolCall));
  return [...commands.map((command) => `$ ${command}`), ...details].map((line) => reveal(redact(line)));
}
