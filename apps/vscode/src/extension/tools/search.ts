// Searches the text of the workspace's files, unsaved text included.
import * as vscode from "vscode";
import { TOOL_FILE_BYTES_MAX, TOOL_FILES_MAX, TOOL_LINE_CHARS_MAX, TOOL_LINES_MAX } from "../../limits.ts";
import { findDocument, isFile } from "../files/editor-files.ts";
import type { EditorTool } from "./editor-tool.ts";
import { optionalTextOf, textOf, toLines } from "./tool-arguments.ts";

const AT_ONCE = 16;

export const search: EditorTool = {
  name: "vscode_search",
  description:
    "Searches the text of all files in the workspace as the editor has it, unsaved changes included. Not case-sensitive. Answers with lines such as src/a.ts:12: text.",
  inputSchema: {
    type: "object",
    properties: {
      query: { type: "string", description: "Text to look for" },
      includePattern: { type: "string", description: "Glob of the files to search, such as src/**/*.ts" },
      excludePattern: { type: "string", description: "Glob of files to leave out" },
    },
    required: ["query"],
  },
  run: async (given, { signal }) => {
    const query = textOf(given, "query").toLowerCase();
    const include = optionalTextOf(given, "includePattern") ?? "**/*";
    // null would search what the settings exclude, such as node_modules.
    const exclude = optionalTextOf(given, "excludePattern");
    const files = await vscode.workspace.findFiles(include, exclude, TOOL_FILES_MAX);
    const found: string[] = [];
    for (let at = 0; at < files.length && found.length <= TOOL_LINES_MAX; at += AT_ONCE) {
      signal.throwIfAborted();
      const part = await Promise.all(files.slice(at, at + AT_ONCE).map((uri) => searchFile(uri, query)));
      found.push(...part.flat());
    }
    return toLines(found, TOOL_LINES_MAX, `Nothing found in ${files.length} files`);
  },
};

async function searchFile(uri: vscode.Uri, query: string): Promise<readonly string[]> {
  const text = await readText(uri);
  if (text?.toLowerCase().includes(query) !== true) return [];
  const name = vscode.workspace.asRelativePath(uri);
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (!line.toLowerCase().includes(query)) return [];
    return `${name}:${index + 1}: ${line.trim().slice(0, TOOL_LINE_CHARS_MAX)}`;
  });
}

/** Undefined for what is large, gone or not text. */
async function readText(uri: vscode.Uri): Promise<string | undefined> {
  const open = isFile(uri) ? findDocument(uri.fsPath) : undefined;
  if (open !== undefined) return open.getText();
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > TOOL_FILE_BYTES_MAX) return undefined;
    const bytes = await vscode.workspace.fs.readFile(uri);
    return bytes.includes(0) ? undefined : new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
