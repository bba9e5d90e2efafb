// Turns the text of a document into another one with the fewest edits, so that cursors, folds and the undo history survive.
import { toLineEdits } from "@parley/base/hunks";
import { toLf } from "@parley/review";
import * as vscode from "vscode";

/** Line ends of the document stay, unless all of the text's are of the other kind. */
function toTextEdits(document: vscode.TextDocument, text: string): vscode.TextEdit[] {
  const edits = toLineEdits(toLf(document.getText()), toLf(text)).map(({ start, end, lines }) => {
    const range = new vscode.Range(new vscode.Position(start, 0), new vscode.Position(end, 0));
    return vscode.TextEdit.replace(document.validateRange(range), lines.join(""));
  });
  const wanted = lineEndOf(text);
  return wanted === undefined || wanted === document.eol ? edits : [...edits, vscode.TextEdit.setEndOfLine(wanted)];
}

/** Undefined if it has none, or both. */
function lineEndOf(text: string): vscode.EndOfLine | undefined {
  if (!text.includes("\n")) return undefined;
  if (!text.includes("\r\n")) return vscode.EndOfLine.LF;
  return /(?<!\r)\n/.test(text) ? undefined : vscode.EndOfLine.CRLF;
}

/** One step for Ctrl+Z. Saved if it had no unsaved changes before, or if `isSaving`. */
export async function applyText(
  document: vscode.TextDocument,
  text: string,
  { isSaving = !document.isDirty }: { readonly isSaving?: boolean } = {},
): Promise<void> {
  const edits = toTextEdits(document, text);
  if (edits.length > 0) {
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits);
    if (!(await vscode.workspace.applyEdit(edit))) {
      throw new Error(vscode.l10n.t("The editor did not change {0}", document.fileName));
    }
  }
  if (isSaving && document.isDirty && !(await document.save())) {
    throw new Error(vscode.l10n.t("The editor could not save {0}", document.fileName));
  }
}

export async function createFile(uri: vscode.Uri, content: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents: new TextEncoder().encode(content) });
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(vscode.l10n.t("The editor did not create {0}", uri.fsPath));
}
