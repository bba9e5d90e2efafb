// Edits a file as a person would: in the document, so that Ctrl+Z undoes it and the review shows it.
import * as vscode from "vscode";
import { TOOL_EDITS_MAX } from "../../limits.ts";
import type { EditorTool, ToolArguments } from "./editor-tool.ts";
import { fileOf, numberOf, objectsOf, openFile } from "./tool-arguments.ts";

export const applyEdit: EditorTool = {
  name: "vscode_apply_edit",
  description:
    "Replaces ranges of a file in the editor, in one step that can be undone there, and saves the file if it had no unsaved changes. Ranges are of the text before the edit and must not overlap.",
  isChange: true,
  inputSchema: {
    type: "object",
    properties: {
      uri: { type: "string", description: "File (path or URI)" },
      edits: {
        type: "array",
        items: {
          type: "object",
          properties: {
            startLine: { type: "integer", minimum: 1 },
            startCharacter: { type: "integer", minimum: 1 },
            endLine: { type: "integer", minimum: 1 },
            endCharacter: { type: "integer", minimum: 1 },
            newText: { type: "string" },
          },
          required: ["startLine", "startCharacter", "endLine", "endCharacter", "newText"],
        },
      },
    },
    required: ["uri", "edits"],
  },
  run: async (given, context) => {
    const uri = await fileOf(given, context);
    const edits = objectsOf(given, "edits", TOOL_EDITS_MAX);
    const document = await openFile(uri);
    const wasDirty = document.isDirty;
    const edit = new vscode.WorkspaceEdit();
    const changes = edits.map((one) => toEdit(document, one));
    checkOverlap(changes);
    edit.set(uri, changes);
    context.signal.throwIfAborted();
    if (!(await vscode.workspace.applyEdit(edit))) throw new Error("The editor did not apply the edit");
    if (!wasDirty && !(await document.save()))
      throw new Error("The edit was applied, and the editor could not save it");
    const name = vscode.workspace.asRelativePath(uri);
    return wasDirty
      ? `${name} was changed. It had unsaved changes before, so it is not saved.`
      : `${name} was changed and saved.`;
  },
};

function toEdit(document: vscode.TextDocument, given: ToolArguments): vscode.TextEdit {
  const { newText } = given;
  if (typeof newText !== "string") throw new Error("edits: newText must be a string");
  const start = new vscode.Position(numberOf(given, "startLine") - 1, numberOf(given, "startCharacter") - 1);
  const end = new vscode.Position(numberOf(given, "endLine") - 1, numberOf(given, "endCharacter") - 1);
  if (end.isBefore(start)) throw new Error("edits: a range must not end before it starts");
  return vscode.TextEdit.replace(document.validateRange(new vscode.Range(start, end)), newText);
}

function checkOverlap(edits: readonly vscode.TextEdit[]): void {
  const sorted = edits.toSorted((one, other) => one.range.start.compareTo(other.range.start));
  const isOverlapping = sorted.some(({ range }, at) => {
    const next = sorted[at + 1];
    return next !== undefined && next.range.start.isBefore(range.end);
  });
  if (isOverlapping) throw new Error("edits: ranges must not overlap");
}
