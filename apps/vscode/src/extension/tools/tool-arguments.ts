// Reads the arguments that a model gave, with errors that it can act on; and finds the file that one names.
import { isObject } from "@parley/base";
import * as vscode from "vscode";
import { findDocument, workspaceFolders } from "../files/editor-files.ts";
import { toFileUri } from "../files/file-uris.ts";
import { isInFolders } from "../files/path-scope.ts";
import type { ToolArguments, ToolContext } from "./editor-tool.ts";

export function textOf(given: ToolArguments, name: string): string {
  const value = given[name];
  if (typeof value !== "string" || value === "") throw new Error(`${name}: must be a non-empty string`);
  return value;
}

export function optionalTextOf(given: ToolArguments, name: string): string | undefined {
  const value = given[name];
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "string") throw new Error(`${name}: must be a string`);
  return value;
}

/** Lines and characters count from 1, as the editor shows them. */
export function numberOf(given: ToolArguments, name: string, otherwise?: number): number {
  const value = given[name] ?? otherwise;
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1) {
    throw new Error(`${name}: must be a whole number of at least 1`);
  }
  return value;
}

export function objectsOf(given: ToolArguments, name: string, max: number): readonly ToolArguments[] {
  const value = given[name];
  if (!Array.isArray(value) || value.length === 0 || value.length > max || !value.every(isObject)) {
    throw new Error(`${name}: must be a list of 1 to ${max} objects`);
  }
  return value;
}

/** A URI, an absolute path, or a path in the first folder. Only files of this window's folders, and documents that are open. */
export async function fileOf(given: ToolArguments, context: ToolContext): Promise<vscode.Uri> {
  const path = toPath(textOf(given, "uri"));
  const isHere = findDocument(path) !== undefined || (await isInFolders(path, workspaceFolders(), context.toRealPath));
  if (!isHere) throw new Error(`uri: ${path} is not in the folders of this window: ${workspaceFolders().join(", ")}`);
  return toFileUri(path);
}

function toPath(text: string): string {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(text)) {
    const uri = vscode.Uri.parse(text);
    if (uri.scheme !== "file" && uri.scheme !== "vscode-remote") throw new Error("uri: must be a path or a file: URI");
    return uri.fsPath;
  }
  if (/^([\\/]|[a-z]:[\\/])/i.test(text)) return vscode.Uri.file(text).fsPath;
  const [folder] = workspaceFolders();
  if (folder === undefined) throw new Error("uri: this window has no folder; give an absolute path");
  return vscode.Uri.joinPath(vscode.Uri.file(folder), text).fsPath;
}

export async function openFile(uri: vscode.Uri): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (cause) {
    throw new Error(`uri: the editor could not open ${uri.fsPath} as text`, { cause });
  }
}

/** `src/a.ts:3:5`, as editors and people write it. */
export function placeOf(uri: vscode.Uri, { line, character }: vscode.Position): string {
  return `${vscode.workspace.asRelativePath(uri)}:${line + 1}:${character + 1}`;
}

/** Cut at the limit, with a line that says so. */
export function toLines(lines: readonly string[], max: number, none: string): string {
  if (lines.length === 0) return none;
  if (lines.length <= max) return lines.join("\n");
  return [...lines.slice(0, max), `… and ${lines.length - max} more`].join("\n");
}
