// Reports to the server which documents are open here and which of them have unsaved changes, so that it asks the right window.
import * as vscode from "vscode";
import { REPORT_MS } from "../../limits.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { isFile, workspaceFolders } from "./editor-files.ts";

export function registerDocumentReport({ remote }: ParleyWindow): vscode.Disposable {
  let last = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = (isUsed: boolean): void => {
    clearTimeout(timer);
    timer = undefined;
    const documents = vscode.workspace.textDocuments
      .filter(({ uri, isClosed }) => !isClosed && isFile(uri))
      .map(({ uri, isDirty }) => ({ path: uri.fsPath, isDirty }));
    const folders = workspaceFolders();
    const text = JSON.stringify([documents, folders]);
    if (text === last && !isUsed) return;
    last = text;
    remote.reportDocuments({ documents, folders });
  };
  const later = (): void => {
    timer ??= setTimeout(() => report(false), REPORT_MS);
  };
  report(true);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(later),
    vscode.workspace.onDidCloseTextDocument(later),
    // Unsaved text counts from the first letter on.
    vscode.workspace.onDidChangeTextDocument(({ document }) => isFile(document.uri) && report(false)),
    vscode.workspace.onDidSaveTextDocument(() => report(false)),
    vscode.workspace.onDidChangeWorkspaceFolders(() => report(false)),
    // Of several windows with the same document, the one that was used last is asked.
    vscode.window.onDidChangeWindowState(({ focused }) => focused && report(true)),
    { dispose: () => clearTimeout(timer) },
  );
}
