// Puts the agent's code in the place of the text that was asked about, as one edit that Ctrl+Z undoes.
import * as vscode from "vscode";
import { findPlace } from "./find-place.ts";
import { showWarning } from "../notices/notices.ts";

export async function replaceAsked(thread: vscode.CommentThread, asked: string, code: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(thread.uri);
  const text = document.getText();
  const near = thread.range === undefined ? 0 : document.offsetAt(thread.range.start);
  const at = findPlace(text, asked, near);
  if (at === undefined) {
    void showWarning(
      vscode.l10n.t("Not replaced: the text that you asked about was changed since, or is there more than once."),
    );
    return;
  }
  const range = new vscode.Range(document.positionAt(at), document.positionAt(at + asked.length));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(thread.uri, range, code.replace(/\r?\n$/, ""));
  if (!(await vscode.workspace.applyEdit(edit))) {
    void showWarning(vscode.l10n.t("The editor did not change {0}", document.fileName));
  }
}
