// Colours of what is under review in the plain editor: added lines, and removed ones as grey text with the whole in a hover.
import type { FileReview, RemovedLines } from "@parley/review";
import * as vscode from "vscode";
import type { FileReviews } from "./file-reviews.ts";

const REMOVED_SHOWN_CHARS = 80;

export class ReviewMarks implements vscode.Disposable {
  readonly #files: FileReviews;
  readonly #added = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("diffEditor.insertedLineBackground"),
    // Themes with high contrast have this colour alone, and others not.
    border: "1px dashed",
    borderColor: new vscode.ThemeColor("diffEditor.insertedTextBorder"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.addedForeground"),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
  readonly #removed = vscode.window.createTextEditorDecorationType({
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.deletedForeground"),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
  readonly #stop: vscode.Disposable;

  constructor(files: FileReviews) {
    this.#files = files;
    const all = (): void => vscode.window.visibleTextEditors.forEach((editor) => this.#mark(editor));
    this.#stop = vscode.Disposable.from(
      files.onChange(all),
      vscode.window.onDidChangeVisibleTextEditors(all),
      vscode.window.onDidChangeActiveTextEditor(() => this.#tellContext()),
    );
    all();
  }

  dispose(): void {
    this.#stop.dispose();
    this.#added.dispose();
    this.#removed.dispose();
  }

  #mark(editor: vscode.TextEditor): void {
    const shown = this.#files.of(editor.document);
    const open = shown?.review.open ?? [];
    editor.setDecorations(
      this.#added,
      open.flatMap(({ added }) => added.map(({ start, end }) => new vscode.Range(start, 0, end - 1, 0))),
    );
    // A diff shows removed lines itself.
    const removed = isDiff(editor) ? [] : open.flatMap((hunk) => hunk.removed);
    editor.setDecorations(
      this.#removed,
      removed.map((one) => toDecoration(editor.document, one)),
    );
    this.#tellContext();
  }

  /** Keys and menus of the review are there only where something is under review. */
  #tellContext(): void {
    const editor = vscode.window.activeTextEditor;
    const review: FileReview | undefined = editor && this.#files.of(editor.document)?.review;
    void vscode.commands.executeCommand("setContext", "acp.hasReview", (review?.open.length ?? 0) > 0);
  }
}

function toDecoration(document: vscode.TextDocument, { at, lines }: RemovedLines): vscode.DecorationOptions {
  const line = Math.min(at, document.lineCount - 1);
  const end = document.lineAt(line).range.end;
  const [first = "", ...more] = lines;
  const text = first.trim().slice(0, REMOVED_SHOWN_CHARS);
  const others = more.length === 0 ? "" : ` (+${more.length})`;
  const hover = new vscode.MarkdownString().appendCodeblock(lines.map((one) => `-${one}`).join(""), "diff");
  return {
    range: new vscode.Range(line, 0, line, end.character),
    hoverMessage: hover,
    renderOptions: {
      after: {
        contentText: `− ${text}${others}`,
        color: new vscode.ThemeColor("editorCodeLens.foreground"),
        margin: "0 0 0 3em",
        fontStyle: "italic",
      },
    },
  };
}

function isDiff({ document }: vscode.TextEditor): boolean {
  return vscode.window.tabGroups.all.some(
    ({ activeTab }) =>
      activeTab?.input instanceof vscode.TabInputTextDiff &&
      activeTab.input.modified.toString() === document.uri.toString(),
  );
}
