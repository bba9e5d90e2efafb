// Files of the workspace for a chat that has no session yet; a session's files come from its server.
import type { ContentBlock } from "@parley/acp";
import { findMentionChips } from "@parley/chat-model";
import { toFileLink } from "@parley/surface";
import * as vscode from "vscode";
import { toFileUri } from "../files/file-uris.ts";
import { FOUND_FILES_MAX, MENTIONS_MAX } from "../../limits.ts";

/** Paths from the folder that have the letters. */
export async function findWorkspaceFiles(folder: string | undefined, query: string): Promise<readonly string[]> {
  if (folder === undefined) return [];
  // What has a meaning in a glob matches any character.
  const letters = query.replaceAll(/[[\]{}*?!,]/g, "?");
  const pattern = new vscode.RelativePattern(toFileUri(folder), letters === "" ? "**/*" : `**/*${letters}*`);
  const found = await vscode.workspace.findFiles(pattern, undefined, FOUND_FILES_MAX);
  const paths = found.map((uri) => vscode.workspace.asRelativePath(uri, false));
  return paths.toSorted((one, other) => one.length - other.length);
}

export async function findMentionedFiles(folder: string | undefined, text: string): Promise<readonly ContentBlock[]> {
  if (folder === undefined) return [];
  const mentions = findMentionChips(text).filter((chip) => chip.type === "mention");
  const links = mentions.slice(0, MENTIONS_MAX).map(async (mention) => {
    const path = mention.path.replace(/\/$/, "");
    try {
      await vscode.workspace.fs.stat(vscode.Uri.joinPath(toFileUri(folder), path));
    } catch {
      return []; // Whatever else follows an @ is only text.
    }
    return [toFileLink(folder, path, mention)];
  });
  return (await Promise.all(links)).flat();
}
