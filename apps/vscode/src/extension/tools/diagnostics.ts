// The problems that the editor shows, of one file or of all.
import * as vscode from "vscode";
import { TOOL_LINES_MAX } from "../../limits.ts";
import { isFile } from "../files/editor-files.ts";
import type { EditorTool } from "./editor-tool.ts";
import { fileOf, placeOf, toLines } from "./tool-arguments.ts";

const LEVELS = ["error", "warning", "information", "hint"] as const;

export const diagnostics: EditorTool = {
  name: "vscode_get_diagnostics",
  description:
    "The errors and warnings that the editor shows: of compilers, linters and language servers. Answers with lines such as src/a.ts:3:5: error: text.",
  inputSchema: {
    type: "object",
    properties: { uri: { type: "string", description: "File (path or URI); all files unless given" } },
  },
  run: async (given, context) => {
    const found: [vscode.Uri, readonly vscode.Diagnostic[]][] =
      given["uri"] === undefined || given["uri"] === ""
        ? vscode.languages.getDiagnostics().filter(([uri]) => isFile(uri))
        : await ofFile(await fileOf(given, context));
    const lines = found.flatMap(([uri, list]) => list.map((one) => describe(uri, one)));
    return toLines(lines, TOOL_LINES_MAX, "No problems");
  },
};

async function ofFile(uri: vscode.Uri): Promise<[vscode.Uri, readonly vscode.Diagnostic[]][]> {
  return [[uri, vscode.languages.getDiagnostics(uri)]];
}

function describe(uri: vscode.Uri, { severity, range, message, source, code }: vscode.Diagnostic): string {
  const value = typeof code === "object" ? code.value : code;
  const from = [source, value].filter((part) => part !== undefined).join(" ");
  const level = LEVELS[severity] ?? "problem";
  return `${placeOf(uri, range.start)}: ${level}: ${message}${from === "" ? "" : ` (${from})`}`;
}
