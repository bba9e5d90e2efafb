// The review of what agents changed, with all of its faces in the editor.
import * as vscode from "vscode";
import type { ParleyWindow } from "../parley-window.ts";
import { BaseFiles, BASE_SCHEME } from "./base-files.ts";
import { recordByHand } from "./by-hand.ts";
import { FileReviews } from "./file-reviews.ts";
import { ReviewActions } from "./review-actions.ts";
import { REVIEW_COMMANDS } from "./review-commands.ts";
import { ReviewLenses } from "./review-lenses.ts";
import { ReviewList } from "./review-list.ts";
import { ReviewMarks } from "./review-marks.ts";

export function registerReview(window: ParleyWindow): vscode.Disposable {
  const { reviews } = window;
  const files = new FileReviews(reviews);
  const actions = new ReviewActions(reviews, files, window.context.workspaceState);
  const base = new BaseFiles(reviews, files);
  const lenses = new ReviewLenses(files, actions);
  const parts = { reviews, files, actions };
  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(BASE_SCHEME, base, { isReadonly: true, isCaseSensitive: true }),
    vscode.languages.registerCodeLensProvider([{ scheme: "file" }, { scheme: "vscode-remote" }], lenses),
    recordByHand(reviews, files),
    ...Object.entries(REVIEW_COMMANDS).map(([id, run]) =>
      vscode.commands.registerCommand(id, (...args: readonly unknown[]) => run(parts, ...args)),
    ),
    new ReviewList(reviews),
    new ReviewMarks(files),
    lenses,
    base,
    actions,
    files,
  );
}
