// What the person has open: the editors, which one is in front, what is selected there, and what is not saved.
import * as vscode from "vscode";
import { TOOL_LINES_MAX } from "../../limits.ts";
import { findDocument, isFile } from "../files/editor-files.ts";
import type { EditorTool } from "./editor-tool.ts";
import { placeOf, toLines } from "./tool-arguments.ts";

export const openEditors: EditorTool = {
  name: "vscode_get_open_editors",
  description:
    "The files that are open in the editor: which one is in front with its cursor or selection, and which are not saved.",
  inputSchema: { type: "object", properties: {} },
  run: () => {
    const uris = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(({ input }) => uriOf(input)));
    const unique = [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
    return Promise.resolve(toLines(unique.map(describe), TOOL_LINES_MAX, "No file is open"));
  },
};

function uriOf(input: unknown): readonly vscode.Uri[] {
  const uri =
    input instanceof vscode.TabInputText
      ? input.uri
      : input instanceof vscode.TabInputTextDiff
        ? input.modified
        : undefined;
  return uri === undefined || !isFile(uri) ? [] : [uri];
}

function describe(uri: vscode.Uri): string {
  const active = vscode.window.activeTextEditor;
  const isDirty = findDocument(uri.fsPath)?.isDirty === true;
  const name = vscode.workspace.asRelativePath(uri);
  if (active?.document.uri.toString() !== uri.toString()) return isDirty ? `${name} (not saved)` : name;
  const { selection } = active;
  const to = selection.isEmpty ? "" : ` to ${selection.end.line + 1}:${selection.end.character + 1}`;
  return `${placeOf(uri, selection.start)}${to} (in front${isDirty ? ", not saved" : ""})`;
}
