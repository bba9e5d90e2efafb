// Files for agents through the editor: reads include unsaved text, writes are edits of the document that Ctrl+Z undoes.
import { RESOURCE_NOT_FOUND } from "@parley/acp";
import type { EditorFiles, FileRead, FileWrite } from "@parley/remote";
import { RpcError } from "@parley/rpc";
import * as vscode from "vscode";
import { toFileUri } from "./file-uris.ts";
import { isInFolders, type RealPath } from "./path-scope.ts";
import { applyText, createFile } from "./text-edits.ts";

export function createEditorFiles(toRealPath: RealPath): EditorFiles {
  return {
    read: async ({ path, line, limit }: FileRead) => {
      await checkScope(path, toRealPath);
      const document = findDocument(path);
      // The disk has the same text as a document that is not open.
      if (document === undefined) throw notHere(path);
      return toLines(document.getText(), line, limit);
    },
    write: async ({ path, content }: FileWrite, signal: AbortSignal) => {
      await checkScope(path, toRealPath);
      const document = findDocument(path) ?? (await openDocument(path));
      signal.throwIfAborted();
      if (document === undefined) await createFile(toFileUri(path), content);
      else await applyText(document, content, { isSaving: true });
    },
  };
}

/** Of the documents that are open in this window. */
export function findDocument(path: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri, isClosed }) => !isClosed && isFile(uri) && uri.fsPath === path);
}

export function isFile({ scheme }: vscode.Uri): boolean {
  return scheme === "file" || scheme === "vscode-remote";
}

export function workspaceFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => isFile(uri)).map(({ uri }) => uri.fsPath);
}

/** A document that is open belongs to the window wherever it is; the server has checked what the agent may do. */
async function checkScope(path: string, toRealPath: RealPath): Promise<void> {
  if (findDocument(path) !== undefined) return;
  if (!(await isInFolders(path, workspaceFolders(), toRealPath))) throw notHere(path);
}

function notHere(path: string): RpcError {
  return new RpcError(RESOURCE_NOT_FOUND, vscode.l10n.t("{0} is not a file of this window", path));
}

/** Undefined if it does not exist yet. What is not text is left to the server. */
export async function openDocument(path: string): Promise<vscode.TextDocument | undefined> {
  const uri = toFileUri(path);
  try {
    await vscode.workspace.fs.stat(uri);
  } catch {
    return undefined;
  }
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    throw notHere(path);
  }
}

function toLines(text: string, line: number | undefined, limit: number | undefined): string {
  if (line === undefined && limit === undefined) return text;
  const lines = text.split(/(?<=\n)/);
  const first = (line ?? 1) - 1;
  return lines.slice(first, limit === undefined ? undefined : first + limit).join("");
}
