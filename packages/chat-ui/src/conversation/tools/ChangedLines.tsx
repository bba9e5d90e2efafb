// How many lines a tool call's diffs add and remove.
import type { ToolCallItem } from "@parley/acp/transcript";
import { contentDiff } from "@parley/chat-model";
import { LineCounts } from "../../changes/LineCounts.tsx";

export function ChangedLines({ content }: Pick<ToolCallItem, "content">) {
  let [added, removed] = [0, 0];
  for (const part of content) {
    const diff = part.type === "diff" ? contentDiff(part) : undefined;
    added += diff?.added ?? 0;
    removed += diff?.removed ?? 0;
  }
  return added + removed === 0 ? null : <LineCounts added={added} removed={removed} />;
}
