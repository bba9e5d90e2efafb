// Records what was undone in a document: by our own undo, the arrow of a diff, or a person who typed the lines again.
//
// It counts when it is saved, because the disk is what a session's changes are about. Ctrl+Z and saving records a redo. While a
// turn runs, the server would wait for its end, and so does the record.
import * as vscode from "vscode";
import { isFile } from "../files/editor-files.ts";
import type { FileReviews } from "./file-reviews.ts";
import { reportFailure } from "./review-messages.ts";
import type { Reviews } from "./reviews.ts";

export function recordByHand(reviews: Reviews, files: FileReviews): vscode.Disposable {
  const waiting = new Set<vscode.TextDocument>();
  /** One after the other: the second one would see the state from before the first. */
  let last: Promise<void> = Promise.resolve();
  const record = (document: vscode.TextDocument): void => {
    const file = reviews.find(document.uri);
    if (file === undefined) return;
    if (file.isRunning) {
      waiting.add(document);
      return;
    }
    waiting.delete(document);
    last = last.then(() => recordOne(reviews, files, document)).catch((error: unknown) => reportFailure("undo", error));
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidSaveTextDocument((document) => isFile(document.uri) && record(document)),
    vscode.workspace.onDidCloseTextDocument((document) => waiting.delete(document)),
    reviews.onChange(() => [...waiting].forEach(record)),
  );
}

async function recordOne(reviews: Reviews, files: FileReviews, document: vscode.TextDocument): Promise<void> {
  const shown = files.of(document);
  if (shown === undefined || document.isDirty) return;
  const { file, review } = shown;
  for (const hunk of review.undoneByHand) await reviews.review(file.sessionId, "undo", { path: file.path, hunk });
  for (const hunk of review.redoneByHand) await reviews.review(file.sessionId, "redo", { path: file.path, hunk });
}
