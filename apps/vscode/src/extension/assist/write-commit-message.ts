// Asks an agent for a commit message, in a session that is deleted afterwards, and puts it into the box of the repository.
import type { ContentBlock } from "@parley/acp";
import * as vscode from "vscode";
import { COMMIT_DIFF_CHARS_MAX, COMMIT_MESSAGE_MS } from "../../limits.ts";
import { findRepository, readDiff } from "../context/git.ts";
import { readInstructions } from "../settings/settings.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { toCommitMessage } from "./message-text.ts";

export async function writeCommitMessage(window: ParleyWindow, near: vscode.Uri | undefined): Promise<void> {
  if (window.isRestricted) throw new Error(vscode.l10n.t("This folder is not trusted."));
  const repository = await findRepository(near);
  const diff = repository === undefined ? "" : await readDiff(repository);
  if (repository === undefined || diff.trim() === "") {
    throw new Error(vscode.l10n.t("Nothing is staged or changed."));
  }
  window.locator.need();
  const text = await askOnce(window, repository.rootUri.fsPath, [
    { type: "text", text: readInstructions() },
    { type: "resource", resource: { uri: "parley:git-diff", text: diff.slice(0, COMMIT_DIFF_CHARS_MAX) } },
  ]);
  const message = toCommitMessage(text);
  if (message === "") throw new Error(vscode.l10n.t("The agent wrote nothing."));
  repository.inputBox.value = message;
}

/** Nothing that the agent wants to do meanwhile is allowed. */
async function askOnce(
  { remote, chats }: ParleyWindow,
  folder: string,
  prompt: readonly ContentBlock[],
): Promise<string> {
  const { agent } = chats.side.newChat;
  const { id } = await remote.request("sessions/create", {
    working_dir: folder,
    ...(agent !== undefined && { agent }),
  });
  try {
    let text = "";
    const following = remote.follow(
      id,
      { after: 0 },
      {
        events: (batch) => {
          for (const event of batch) text += event.type === "update" ? readChunk(event.update) : "";
        },
      },
    );
    const { turnId } = await remote.prompt(id, prompt, { approve: "none" });
    const ended = await remote.turnEnded(turnId, { signal: AbortSignal.timeout(COMMIT_MESSAGE_MS) });
    following.close();
    if (ended.state !== "completed") throw new Error(ended.error?.message ?? ended.state);
    return text;
  } finally {
    await remote.request("sessions/delete", { id });
  }
}

function readChunk(update: { readonly sessionUpdate?: string | undefined; readonly content?: unknown }): string {
  if (update.sessionUpdate !== "agent_message_chunk") return "";
  const content = update.content as { readonly type?: string; readonly text?: string } | undefined;
  return content?.type === "text" ? (content.text ?? "") : "";
}
