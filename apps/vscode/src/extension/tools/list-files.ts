// The files of the workspace, without those that the settings exclude; also as the resource `workspace://files`.
import * as vscode from "vscode";
import { TOOL_FILES_MAX } from "../../limits.ts";
import type { EditorTool } from "./editor-tool.ts";
import { optionalTextOf, toLines } from "./tool-arguments.ts";

export const listFiles: EditorTool = {
  name: "vscode_list_files",
  description: "The files of the workspace, one path per line, without those that the settings of the editor exclude.",
  inputSchema: {
    type: "object",
    properties: { includePattern: { type: "string", description: "Glob of the files to list; all unless given" } },
  },
  _meta: { parley: { resource: { uri: "workspace://files", name: "Files of the workspace" } } },
  run: async (given) => {
    const include = optionalTextOf(given, "includePattern") ?? "**/*";
    const files = await vscode.workspace.findFiles(include, undefined, TOOL_FILES_MAX);
    const names = files.map((uri) => vscode.workspace.asRelativePath(uri)).toSorted();
    return toLines(names, TOOL_FILES_MAX - 1, "No files");
  },
};
