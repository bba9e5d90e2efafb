// Where a symbol is used, and where it is defined, as language servers know it.
import * as vscode from "vscode";
import { TOOL_LINE_CHARS_MAX, TOOL_LINES_MAX } from "../../limits.ts";
import type { EditorTool } from "./editor-tool.ts";
import { fileOf, numberOf, openFile, placeOf, toLines } from "./tool-arguments.ts";

export const references: EditorTool = {
  name: "vscode_get_references",
  description:
    "All uses of the symbol at a place of a file, its definition included, as the language server knows them.",
  inputSchema: {
    type: "object",
    properties: {
      uri: { type: "string", description: "File (path or URI)" },
      line: { type: "integer", minimum: 1, description: "Line, from 1" },
      character: { type: "integer", minimum: 1, description: "Character in the line, from 1" },
    },
    required: ["uri", "line", "character"],
  },
  run: async (given, context) => {
    const uri = await fileOf(given, context);
    const document = await openFile(uri);
    const at = new vscode.Position(numberOf(given, "line") - 1, numberOf(given, "character") - 1);
    const command = "vscode.executeReferenceProvider";
    const found =
      (await vscode.commands.executeCommand<readonly vscode.Location[]>(command, uri, document.validatePosition(at))) ??
      [];
    const lines = await Promise.all(found.map(describe));
    return toLines(lines, TOOL_LINES_MAX, "No references. The editor may have no language server for it.");
  },
};

async function describe({ uri, range }: vscode.Location): Promise<string> {
  const document = await vscode.workspace.openTextDocument(uri);
  return `${placeOf(uri, range.start)}: ${document.lineAt(range.start.line).text.trim().slice(0, TOOL_LINE_CHARS_MAX)}`;
}
