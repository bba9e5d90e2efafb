// The conversation of an inline chat as comments: what each side said, in Markdown that loads nothing.
import type { ToolCallItem, TranscriptItem } from "@parley/acp/transcript";
import { neutralLine } from "@parley/base";
import { describeStop, describeToolCall, textOfBlocks } from "@parley/chat-model";
import { COMMENT_CHARS_MAX, COMMENTS_MAX } from "../../limits.ts";
import type { Localisation } from "../settings/setting-problem.ts";

export interface InlineComment {
  readonly isPerson: boolean;
  readonly text: string;
}

/** What comes from the agent without a prompt between is one comment. */
export function toInlineComments(
  items: readonly TranscriptItem[],
  folder: string | undefined,
  l10n: Localisation,
): readonly InlineComment[] {
  const comments: { isPerson: boolean; parts: string[] }[] = [];
  for (const item of items) {
    const part = toPart(item, folder, l10n);
    if (part === undefined) continue;
    const isPerson = item.type === "user_message";
    const last = comments.at(-1);
    if (last === undefined || isPerson || last.isPerson) comments.push({ isPerson, parts: [part] });
    else last.parts.push(part);
  }
  return comments.slice(-COMMENTS_MAX).map(({ isPerson, parts }) => ({ isPerson, text: toSafe(joinParts(parts)) }));
}

/** The last block of code in what the agent said last; undefined if there is none. */
export function findCode(comments: readonly InlineComment[]): string | undefined {
  const said = comments.findLast(({ isPerson }) => !isPerson)?.text ?? "";
  const blocks = [...said.matchAll(/^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^\1\s*$/gm)];
  return blocks.at(-1)?.[2];
}

/** Undefined for what a short conversation beside the code leaves out; the chat has it. */
function toPart(item: TranscriptItem, folder: string | undefined, l10n: Localisation): string | undefined {
  if (item.type === "user_message" || item.type === "agent_message") {
    const text = textOfBlocks(item.blocks).trim();
    return text === "" ? undefined : text;
  }
  if (item.type === "tool_call") return describeCall(item, folder, l10n);
  const words = describeEvent(item, l10n);
  return words === undefined ? undefined : `*${quoted(words)}*`;
}

function describeEvent(item: TranscriptItem, l10n: Localisation): string | undefined {
  if (item.type === "stop") return describeStop(item);
  if (item.type === "agent_crashed") return l10n.t("The agent crashed: {0}", item.message);
  if (item.type === "notice") return [item.title, item.description].filter(Boolean).join(": ");
  return undefined;
}

function describeCall(item: ToolCallItem, folder: string | undefined, l10n: Localisation): string {
  const { title } = describeToolCall(item, folder);
  return `- \`${quoted(title)}\`: ${describeState(item.status, l10n)}`;
}

function describeState(status: ToolCallItem["status"], l10n: Localisation): string {
  switch (status) {
    case "completed":
      return l10n.t("done");
    case "failed":
      return l10n.t("failed");
    case "in_progress":
      return l10n.t("running");
    case "pending":
    case null:
      return l10n.t("waiting");
  }
}

/** One line in which nothing is markup. */
function quoted(text: string): string {
  return neutralLine(text).replaceAll(/[`*_]/g, "'");
}

/** Rows of tool calls stand together; everything else is a paragraph. */
function joinParts(parts: readonly string[]): string {
  return parts.reduce((text, part, index) => {
    if (index === 0) return part;
    return `${text}${isRow(part) && isRow(parts[index - 1]) ? "\n" : "\n\n"}${part}`;
  }, "");
}

function isRow(part: string | undefined): boolean {
  return part?.startsWith("- `") === true;
}

/** No image is loaded from anywhere: a space before the bracket makes it a link, and changes nothing in code. */
function toSafe(text: string): string {
  const cut = text.length > COMMENT_CHARS_MAX ? `[…]\n\n${text.slice(-COMMENT_CHARS_MAX)}` : text;
  return cut.replaceAll("![", "! [");
}
