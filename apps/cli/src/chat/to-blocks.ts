// Converts typed text into a prompt: the unchanged text and the files that it mentions.
import type { ContentBlock, PromptCapabilities } from "@parley/acp";
import { findMentions, toPromptBlocks, type WrittenPrompt } from "@parley/chat-model";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseAttachment, type Attachment } from "../prompt/attachment.ts";
import { toPrompt } from "../prompt/to-prompt.ts";

export async function toBlocks(
  { text, attached }: WrittenPrompt,
  cwd: string,
  capabilities: PromptCapabilities | undefined,
): Promise<ContentBlock[]> {
  const blocks = await toPrompt(text, findAttachments(text, cwd), capabilities);
  return [...blocks, ...toPromptBlocks("", attached, capabilities)];
}

/** An `@name` that does not name a file is just text: a person, a package, a decorator. */
export function findAttachments(text: string, cwd: string): Attachment[] {
  const found = new Map<string, Attachment>();
  for (const { path } of findMentions(text)) {
    const attachment = parseMention(path.startsWith("~/") ? join(homedir(), path.slice(2)) : path, cwd);
    if (attachment !== undefined && existsSync(attachment.path)) found.set(path, attachment);
  }
  return [...found.values()];
}

function parseMention(path: string, cwd: string): Attachment | undefined {
  // `@file:0` names no lines, and is not worth an error.
  return /:0+(-\d+)?$/.test(path) ? undefined : parseAttachment(path, cwd);
}
