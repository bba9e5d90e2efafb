// Keep and Undo above every hunk, in the plain editor.
import type { OpenHunk } from "@parley/review";
import * as vscode from "vscode";
import type { EditorCommandId } from "../contributions.ts";
import type { FileReviews, ShownReview } from "./file-reviews.ts";
import type { ReviewActions } from "./review-actions.ts";

export class ReviewLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #files: FileReviews;
  readonly #actions: ReviewActions;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses: vscode.Event<void> = this.#changed.event;
  readonly #stop: vscode.Disposable;

  constructor(files: FileReviews, actions: ReviewActions) {
    this.#files = files;
    this.#actions = actions;
    const tell = (): void => this.#changed.fire();
    this.#stop = vscode.Disposable.from(files.onChange(tell), actions.onChange(tell));
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const shown = this.#files.of(document);
    if (shown === undefined) return [];
    if (!shown.review.isByHunk) return isOpen(shown) ? this.#wholeLenses(document.uri, shown) : [];
    return shown.review.open.flatMap((hunk, index) => this.#hunkLenses(document, shown, hunk, index));
  }

  dispose(): void {
    this.#stop.dispose();
    this.#changed.dispose();
  }

  #hunkLenses(
    { uri, lineCount }: vscode.TextDocument,
    { file, review }: ShownReview,
    { id, start, presence }: OpenHunk,
    index: number,
  ): vscode.CodeLens[] {
    const line = Math.min(start, lineCount - 1);
    const at = (title: string, command: EditorCommandId | "", ...args: readonly unknown[]): vscode.CodeLens =>
      new vscode.CodeLens(new vscode.Range(line, 0, line, 0), { title, command, arguments: [...args] });
    const which = vscode.l10n.t("Change {0} of {1}", index + 1, review.open.length);
    const keep = at(`$(check) ${vscode.l10n.t("Keep")}`, "acp.keepChange", uri, id);
    const rest = at(which, "acp.openDiff", uri);
    if (presence === "edited") return [keep, at(vscode.l10n.t("Edited since, so it cannot be undone"), ""), rest];
    if (this.#actions.isQueued({ sessionId: file.sessionId, path: file.path, hunk: id })) {
      return [
        at(vscode.l10n.t("Undo waits for the end of the turn"), ""),
        at(vscode.l10n.t("Undo Now"), "acp.undoChangeNow", uri, id),
        at(vscode.l10n.t("Cancel"), "acp.cancelUndo", uri, id),
      ];
    }
    return [keep, at(`$(discard) ${vscode.l10n.t("Undo")}`, "acp.undoChange", uri, id), rest];
  }

  #wholeLenses(uri: vscode.Uri, { file }: ShownReview): vscode.CodeLens[] {
    const at = (title: string, command: EditorCommandId): vscode.CodeLens =>
      new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, command, arguments: [uri] });
    const undo = file.change.change === "added" ? vscode.l10n.t("Undo (delete the file)") : vscode.l10n.t("Undo file");
    return [
      at(`$(check) ${vscode.l10n.t("Keep file")}`, "acp.keepFile"),
      at(`$(discard) ${undo}`, "acp.undoFile"),
      at(vscode.l10n.t("Show changes"), "acp.openDiff"),
    ];
  }
}

function isOpen({ file: { change } }: ShownReview): boolean {
  return change.state === "pending" || change.state === "partial";
}
