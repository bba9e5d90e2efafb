// Everything in a transcript that is not streamed text, as lines of text.
import { isUnknown, type ContentBlock, type PlanEntry } from "@parley/acp";
import type { TranscriptItem } from "@parley/acp/transcript";
import type { Paint } from "./paint.ts";

const PLAN_MARKS: Readonly<Record<string, string>> = { completed: "✓", in_progress: "▸", failed: "✗" };

export function drawPlan(entries: readonly PlanEntry[], paint: Paint): string {
  const rows = entries.map(({ content, status, priority }) => {
    const mark = PLAN_MARKS[status] ?? "○";
    const text = `  ${mark} ${content}${priority === "high" ? paint("warn", " !") : ""}`;
    return status === "completed" ? paint("dim", text) : text;
  });
  return [paint("bold", "Plan"), ...rows].join("\n");
}

/** A block that is not text, in one line. */
export function drawBlock(block: ContentBlock, paint: Paint): string {
  if (isUnknown(block)) return paint("dim", "[content of an unknown kind]");
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return paint("dim", `[${block.type}, ${block.mimeType}, ${Math.ceil((block.data.length * 3) / 4)} bytes]`);
    case "resource_link":
      return paint("dim", `[${block.title ?? block.name}: ${block.uri}]`);
    case "resource":
      return paint("dim", `[${block.resource.uri}]`);
  }
}

/** One line for an item, or nothing if the terminal has no use for it. */
export function drawItem(item: TranscriptItem, paint: Paint): string | undefined {
  switch (item.type) {
    case "notice":
      return paint(severityStyle(item.severity), `${item.title}${item.description ? `: ${item.description}` : ""}`);
    case "note":
      return paint(severityStyle(item.level), item.text);
    case "agent_crashed":
      return paint("bad", item.message);
    case "agent_restarted":
      return paint("dim", "The agent was started again.");
    case "compaction":
      return paint("dim", `The conversation is being summed up (${item.status}).`);
    case "stop":
      return drawStop(item, paint);
    case "unknown":
      return paint("dim", "(an update of an unknown kind)");
    case "user_message":
    case "agent_message":
    case "thought":
    case "tool_call":
    case "permission":
    case "elicitation":
      return undefined;
  }
}

const STOP_WORDS: Readonly<Record<string, string>> = {
  max_tokens: "The agent stopped: it reached the limit of tokens.",
  max_turn_requests: "The agent stopped: it reached the limit of requests in one turn.",
  refusal: "The agent refused to go on. This prompt will not be part of the conversation.",
  cancelled: "Cancelled.",
};

function drawStop(item: Extract<TranscriptItem, { type: "stop" }>, paint: Paint): string | undefined {
  if (item.error !== null) return paint("bad", `The turn failed: ${item.error.message}`);
  if (item.stopReason === null || item.stopReason === "end_turn") return undefined;
  return paint("warn", STOP_WORDS[item.stopReason] ?? `The agent stopped: ${item.stopReason}.`);
}

function severityStyle(severity: string): "bad" | "warn" | "dim" {
  if (severity === "error") return "bad";
  return severity === "warning" ? "warn" : "dim";
}
