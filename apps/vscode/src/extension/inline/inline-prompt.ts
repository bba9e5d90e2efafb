// What an inline chat sends with the first question: the selected text as it is in the editor, saved or not.
import type { ContentBlock } from "@parley/acp";
import * as vscode from "vscode";
import { CONTEXT_CHARS_MAX } from "../../limits.ts";
import { isFile } from "../files/editor-files.ts";

export function toInlinePrompt(text: string, document: vscode.TextDocument, range: vscode.Range): ContentBlock[] {
  const { uri } = document;
  const [first, last] = [range.start.line + 1, range.end.line + 1];
  const place = uri.with({ fragment: first === last ? `L${first}` : `L${first}-L${last}` });
  const selected = document.getText(range).slice(0, CONTEXT_CHARS_MAX);
  const name = vscode.workspace.asRelativePath(uri, false);
  return [
    { type: "text", text },
    ...(isFile(uri) ? [{ type: "resource_link", name, uri: vscode.Uri.file(uri.fsPath).toString() } as const] : []),
    { type: "resource", resource: { uri: place.toString(true), text: selected, mimeType: "text/plain" } },
  ];
}

/** Whole lines: of the selection, or the line of the cursor. A line that ends before its first character does not count. */
export function toAskedRange(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return new vscode.Range(new vscode.Position(start.line, 0), document.lineAt(last).range.end);
}
