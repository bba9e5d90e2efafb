// Asks an agent for a commit message, in a session that is deleted afterwards, and puts it into the box of the repository.
import type { ContentBlock } from "@parley/acp";
import type { Operations } from "@parley/contract";
import * as vscode from "vscode";
import { COMMIT_DIFF_CHARS_MAX, COMMIT_MESSAGE_MS } from "../../limits.ts";
import { findRepository, readDiff } from "../context/git.ts";
import { readInstructions } from "../settings/settings.ts";
import { findProfile } from "../agents/profiles.ts";
import { toProgram } from "../agents/session-setup.ts";
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

type NewSession = Operations["sessions/create"]["params"];

/** Nothing that the agent wants to do meanwhile is allowed. */
async function askOnce(window: ParleyWindow, folder: string, prompt: readonly ContentBlock[]): Promise<string> {
  const { remote } = window;
  const { id } = await remote.request("sessions/create", {
    working_dir: folder,
    ...(await chosenAgent(window, folder)),
  });
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
  try {
    const { turnId } = await remote.prompt(id, prompt, { approve: "none" });
    const ended = await remote.turnEnded(turnId, { signal: AbortSignal.timeout(COMMIT_MESSAGE_MS) });
    if (ended.state !== "completed") throw new Error(ended.error?.message ?? ended.state);
    return text;
  } finally {
    following.close();
    await remote.request("sessions/delete", { id });
  }
}

/** The one of a new chat, which may be one of the settings. */
async function chosenAgent(window: ParleyWindow, folder: string): Promise<Partial<NewSession>> {
  const { agent } = window.chats.side.newChat;
  const profile = findProfile(window, agent);
  if (profile !== undefined) return { launch: await toProgram(window, profile, folder) };
  return agent === undefined ? {} : { agent };
}

function readChunk(update: { readonly sessionUpdate?: string | undefined; readonly content?: unknown }): string {
  if (update.sessionUpdate !== "agent_message_chunk") return "";
  const content = update.content as { readonly type?: string; readonly text?: string } | undefined;
  return content?.type === "text" ? (content.text ?? "") : "";
}
