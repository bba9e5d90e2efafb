// Each kind of item of a session in Markdown.
import type { ChangedFile, PlanEntry } from "@parley/acp";
import type { CompactionItem, ElicitationItem, PermissionItem, StopItem, TranscriptItem } from "@parley/acp/transcript";
import type { TerminalPart } from "../settled-parts.ts";
import { describeExit, formatBlocks, formatUnknown } from "./markdown-blocks.ts";
import { formatToolCall } from "./markdown-tool-call.ts";
import { toCode, toFenced, toFolded, toInline, toMarkdownText } from "./markdown-text.ts";

export function formatItem(item: TranscriptItem, terminals: readonly TerminalPart[]): string {
  switch (item.type) {
    case "user_message":
      return `## Prompt\n\n${formatBlocks(item.blocks, item.trimmedChars)}`;
    case "agent_message":
      return `### Answer\n\n${formatBlocks(item.blocks, item.trimmedChars)}`;
    case "thought":
      return toFolded("Thoughts", formatBlocks(item.blocks, item.trimmedChars));
    case "tool_call":
      return formatToolCall(item, terminals);
    case "permission":
      return formatPermission(item);
    case "elicitation":
      return formatElicitation(item);
    case "compaction":
      return formatCompaction(item);
    case "notice":
      return quote(`**${toInline(item.title)}** (${item.severity})`, item.description ?? "");
    case "stop":
      return formatStop(item);
    case "changes":
      return formatChanges(item.files, item.omitted);
    case "note":
      return quote(`**Note** (${toInline(item.level)})`, item.text);
    case "agent_crashed":
      return quote("**Agent crashed**", [item.message, describeExit(item.exitCode, item.signal)].join(" "));
    case "agent_restarted":
      return quote(`**Agent restarted**; conversation: ${toInline(item.history)}`, "");
    case "unknown":
      return formatUnknown(item.raw);
  }
}

export function formatPlan(entries: readonly PlanEntry[]): string {
  const lines = entries.map(({ content, status }) => {
    const mark = status === "completed" ? "x" : " ";
    const more = status === "completed" || status === "pending" ? "" : ` *(${toInline(status.replaceAll("_", " "))})*`;
    return `- [${mark}] ${toInline(content)}${more}`;
  });
  return `### Plan\n\n${lines.join("\n")}`;
}

function formatPermission({ options, phase, answer }: PermissionItem): string {
  if (answer === null) return quote(`**Permission**: ${phase === "open" ? "not yet answered" : "never answered"}`, "");
  const { outcome, by, reason } = answer;
  const chosen =
    outcome.outcome === "selected" ? options.find(({ optionId }) => optionId === outcome.optionId) : undefined;
  const what = chosen?.name ?? (outcome.outcome === "selected" ? outcome.optionId : (outcome.outcome ?? "unknown"));
  return quote(`**Permission**: ${toInline(what)} (by ${toInline(by)})`, reason ?? "");
}

function formatElicitation({ request, answer, phase }: ElicitationItem): string {
  const message = request !== null && "message" in request ? request.message : "";
  const action = answer === null ? phase : (answer.response.action ?? "answered");
  const content = answer !== null && "content" in answer.response ? answer.response.content : undefined;
  const filled =
    content === undefined || content === null ? "" : `\n\n${toFenced(JSON.stringify(content, null, 2), "json")}`;
  return quote(`**Question** (${toInline(action)})`, message) + filled;
}

function formatCompaction({ status, error, blocks, trimmedChars }: CompactionItem): string {
  const summary = `Context compacted (${status})${error === null ? "" : `: ${error}`}`;
  return blocks.length === 0 ? `*${toInline(summary)}*` : toFolded(summary, formatBlocks(blocks, trimmedChars));
}

function formatStop({ stopReason, error, usage }: StopItem): string {
  const tokens = usage === null ? "" : ` (${usage.totalTokens} tokens)`;
  if (error !== null) return quote(`**Turn failed** (${toInline(String(error.code))})`, error.message);
  return `*Turn ended: ${toInline((stopReason ?? "unknown").replaceAll("_", " "))}${tokens}*`;
}

function formatChanges(files: readonly ChangedFile[], omitted: number): string {
  if (files.length === 0 && omitted === 0) return "";
  const lines = files.map(({ path, change, from, linesAdded, linesRemoved, isUncovered, differsFromApproved }) => {
    const counts =
      linesAdded === undefined && linesRemoved === undefined ? "" : `, +${linesAdded ?? 0} −${linesRemoved ?? 0}`;
    const origin = from === undefined ? "" : ` from ${toCode(from)}`;
    const why = differsFromApproved === true ? "differs from what was approved" : "not covered by any permission";
    const mark = isUncovered === true ? ` — **${why}**` : "";
    return `- ${toCode(path)} (${toInline(change)}${origin}${counts})${mark}`;
  });
  if (omitted > 0) lines.push(`- and ${omitted} more`);
  return `### Changed files\n\n${lines.join("\n")}`;
}

function quote(head: string, text: string): string {
  const lines = text.trim() === "" ? [head] : [head, "", ...toMarkdownText(text.trim()).split("\n")];
  return lines.map((line) => (line === "" ? ">" : `> ${line}`)).join("\n");
}
