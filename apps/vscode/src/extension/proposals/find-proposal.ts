// A diff in a tool call of a session, found in the transcript that this window has of it.
import type { DiffContent } from "@parley/chat-model";
import * as vscode from "vscode";
import { toFileUri } from "../files/file-uris.ts";
import type { ParleyWindow } from "../parley-window.ts";

export interface ProposalPlace {
  readonly sessionId: string | undefined;
  /** The number of the tool call in the transcript. */
  readonly item: number;
  /** The place in its content. */
  readonly part: number;
}

export interface FoundProposal {
  readonly diff: DiffContent;
  readonly uri: vscode.Uri;
}

export function findProposal({ chats, sessions }: ParleyWindow, place: ProposalPlace): FoundProposal {
  const { sessionId = "", item, part } = place;
  const call = chats.followed.get(sessionId)?.view.item(item)?.item;
  const diff = call?.type === "tool_call" ? call.content[part] : undefined;
  if (diff?.type !== "diff") throw new Error(vscode.l10n.t("This change is no longer part of the conversation."));
  if (diff.path === "") throw new Error(vscode.l10n.t("The agent did not say which file it wants to change."));
  const folder = toFileUri(sessions.get(sessionId)?.working_dir ?? "/");
  const isAbsolute = /^([/\\]|[a-zA-Z]:[/\\])/.test(diff.path);
  return { diff, uri: isAbsolute ? toFileUri(diff.path) : vscode.Uri.joinPath(folder, diff.path) };
}
