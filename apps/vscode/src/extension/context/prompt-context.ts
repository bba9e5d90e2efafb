// What a person adds to the prompt from the editor: files, selections, problems, changes of git.
import type { AttachedChip } from "@parley/chat-model";
import { nameLines } from "./line-names.ts";
import * as vscode from "vscode";
import { CONTEXT_CHARS_MAX } from "../../limits.ts";
import { isFile } from "../files/editor-files.ts";

export interface PromptContext {
  readonly text?: string | undefined;
  readonly chips?: readonly AttachedChip[] | undefined;
}

/** As the composer mentions files: by their path in the workspace. */
export function toMention(uri: vscode.Uri, range?: vscode.Range): string {
  const path = vscode.workspace.asRelativePath(uri, false);
  const named = `${path}${nameLines(range)}`;
  return /[\s"]/.test(named) ? `@"${named}"` : `@${named}`;
}

/** Saved text is mentioned, and read by the server; unsaved text goes along. */
export function selectionContext({ document, selection }: vscode.TextEditor): PromptContext {
  const range = selection.isEmpty ? undefined : selection;
  if (isFile(document.uri) && !document.isDirty) return { text: `${toMention(document.uri, range)} ` };
  const name = `${vscode.workspace.asRelativePath(document.uri, false)}${nameLines(range)}`;
  return { chips: [toChip(name, document.uri.toString(), document.getText(range))] };
}

export function fileContext(uris: readonly vscode.Uri[]): PromptContext {
  return { text: `${uris.map((uri) => toMention(uri)).join(" ")} ` };
}

/** Of a file, or of the whole workspace. */
export function problemContext(uri: vscode.Uri | undefined): PromptContext | undefined {
  const all =
    uri === undefined ? vscode.languages.getDiagnostics() : [[uri, vscode.languages.getDiagnostics(uri)] as const];
  const lines = all.flatMap(([file, found]) => found.map((one) => describeProblem(file, one)));
  if (lines.length === 0) return undefined;
  return { chips: [toChip(vscode.l10n.t("Problems"), "parley:problems", lines.join("\n"))] };
}

export function describeProblem(uri: vscode.Uri, { message, range, severity, source }: vscode.Diagnostic): string {
  const kind = ["error", "warning", "info", "hint"][severity] ?? "problem";
  const path = vscode.workspace.asRelativePath(uri, false);
  const from = source === undefined ? "" : ` (${source})`;
  return `${path}:${range.start.line + 1}:${range.start.character + 1}: ${kind}${from}: ${message}`;
}

export function toChip(name: string, uri: string, text: string): AttachedChip {
  const cut = text.length > CONTEXT_CHARS_MAX ? `${text.slice(0, CONTEXT_CHARS_MAX)}\n[…]` : text;
  return { type: "text", name, uri, text: cut };
}
