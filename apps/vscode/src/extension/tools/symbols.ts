// Symbols that language servers know: of one file, or of the workspace by a part of their names.
import * as vscode from "vscode";
import { TOOL_LINES_MAX } from "../../limits.ts";
import type { EditorTool } from "./editor-tool.ts";
import { fileOf, openFile, optionalTextOf, placeOf, toLines } from "./tool-arguments.ts";

export const symbols: EditorTool = {
  name: "vscode_get_symbols",
  description:
    "Symbols as the language servers of the editor know them: the outline of one file, or symbols of the whole workspace whose names contain a text.",
  inputSchema: {
    type: "object",
    properties: {
      uri: { type: "string", description: "File (path or URI) whose outline is wanted" },
      query: { type: "string", description: "Part of the name, to search the workspace" },
    },
  },
  run: async (given, context) => {
    const query = optionalTextOf(given, "query");
    if (given["uri"] === undefined && query === undefined) throw new Error("Give uri or query");
    const lines =
      given["uri"] === undefined ? await inWorkspace(query ?? "") : await inFile(await fileOf(given, context));
    const wanted =
      given["uri"] === undefined || query === undefined ? lines : lines.filter((line) => line.includes(query));
    return toLines(wanted, TOOL_LINES_MAX, "No symbols. The editor may have no language server for it.");
  },
};

async function inWorkspace(query: string): Promise<readonly string[]> {
  const command = "vscode.executeWorkspaceSymbolProvider";
  const found = (await vscode.commands.executeCommand<readonly vscode.SymbolInformation[]>(command, query)) ?? [];
  return found.map(({ name, kind, location, containerName }) => {
    const within = containerName === "" ? "" : ` in ${containerName}`;
    return `${placeOf(location.uri, location.range.start)}: ${vscode.SymbolKind[kind]} ${name}${within}`;
  });
}

async function inFile(uri: vscode.Uri): Promise<readonly string[]> {
  await openFile(uri);
  const command = "vscode.executeDocumentSymbolProvider";
  type Found = readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined;
  const found = (await vscode.commands.executeCommand<Found>(command, uri)) ?? [];
  return found.flatMap((one) => ("children" in one ? outline(uri, one, 0) : [flat(one)]));
}

function outline(uri: vscode.Uri, symbol: vscode.DocumentSymbol, depth: number): readonly string[] {
  const line = `${"  ".repeat(depth)}${placeOf(uri, symbol.selectionRange.start)}: ${vscode.SymbolKind[symbol.kind]} ${symbol.name}`;
  return [line, ...symbol.children.flatMap((child) => outline(uri, child, depth + 1))];
}

function flat({ name, kind, location }: vscode.SymbolInformation): string {
  return `${placeOf(location.uri, location.range.start)}: ${vscode.SymbolKind[kind]} ${name}`;
}
