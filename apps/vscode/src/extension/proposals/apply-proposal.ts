// Writes a proposed change into its file: as an edit that is saved and that Ctrl+Z undoes, or not at all.
import type { DiffState } from "@parley/chat-ui";
import { placeProposal, type Misfit, type Placement } from "@parley/review";
import * as vscode from "vscode";
import { findDocument, openDocument, workspaceFolders } from "../files/editor-files.ts";
import { isInFolders } from "../files/path-scope.ts";
import { applyText, createFile } from "../files/text-edits.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { findProposal, type FoundProposal, type ProposalPlace } from "./find-proposal.ts";

export interface PlacedProposal extends FoundProposal {
  /** Undefined: the file does not exist. */
  readonly document: vscode.TextDocument | undefined;
  readonly placement: Placement;
}

export async function readDiff(window: ParleyWindow, place: ProposalPlace): Promise<DiffState> {
  const { placement } = await placeInFile(window, place);
  return placement.state === "fits" ? "open" : placement.state;
}

export async function applyProposal(window: ParleyWindow, place: ProposalPlace): Promise<void> {
  const { uri, document, placement } = await placeInFile(window, place);
  if (placement.state === "misfit") throw new Error(describeMisfit(placement.reason, uri));
  if (placement.state === "applied") return;
  if (document === undefined) await createFile(uri, placement.text);
  else await applyText(document, withLineEnds(placement.text, document.eol));
  await vscode.window.showTextDocument(uri, { preview: true, preserveFocus: true });
}

export async function placeInFile(window: ParleyWindow, place: ProposalPlace): Promise<PlacedProposal> {
  const found = findProposal(window, place);
  const { diff, uri } = found;
  await checkFolder(window, uri);
  const document = findDocument(uri.fsPath) ?? (await openDocument(uri.fsPath));
  return { ...found, document, placement: placeProposal(diff, document?.getText()) };
}

/** An agent may name any file; what is outside of the window's folders is not for it to propose. */
async function checkFolder({ toRealPath }: ParleyWindow, { fsPath }: vscode.Uri): Promise<void> {
  if (await isInFolders(fsPath, workspaceFolders(), toRealPath)) return;
  throw new Error(vscode.l10n.t("{0} is outside of the folders of this window, so it is not changed.", fsPath));
}

export function describeMisfit(reason: Misfit, uri: vscode.Uri): string {
  const name = vscode.workspace.asRelativePath(uri);
  switch (reason) {
    case "missing":
      return vscode.l10n.t("{0} does not exist any more, so the change was not applied.", name);
    case "exists":
      return vscode.l10n.t("{0} exists already with other content, so it was not replaced.", name);
    case "changed":
      return vscode.l10n.t("{0} was changed since, so the change no longer fits. Ask the agent again.", name);
    case "ambiguous":
      return vscode.l10n.t("The text to replace occurs more than once in {0}, so the change was not applied.", name);
    case "too_large":
      return vscode.l10n.t("The change of {0} is too large to apply here.", name);
  }
}

function withLineEnds(text: string, eol: vscode.EndOfLine): string {
  return eol === vscode.EndOfLine.CRLF ? text.replaceAll("\n", "\r\n") : text;
}
