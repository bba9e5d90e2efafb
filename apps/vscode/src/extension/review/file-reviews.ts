// The review of a file as the editor shows it now: the server's hunks, followed through the text of the document.
import { reviewFile, type FileReview } from "@parley/review";
import * as vscode from "vscode";
import { FOLLOW_MS } from "../../limits.ts";
import { findDocument } from "../files/editor-files.ts";
import type { ReviewedFile, Reviews } from "./reviews.ts";

export interface ShownReview {
  readonly file: ReviewedFile;
  readonly review: FileReview;
}

interface Cached extends ShownReview {
  readonly version: number;
}

export class FileReviews implements vscode.Disposable {
  readonly #reviews: Reviews;
  readonly #cache = new WeakMap<vscode.TextDocument, Cached>();
  readonly #changed = new vscode.EventEmitter<vscode.TextDocument | undefined>();
  /** A document was edited, or (without one) the log has something new. */
  readonly onChange: vscode.Event<vscode.TextDocument | undefined> = this.#changed.event;
  readonly #stop: vscode.Disposable;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(reviews: Reviews) {
    this.#reviews = reviews;
    this.#stop = vscode.Disposable.from(
      reviews.onChange(() => this.#changed.fire(undefined)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#edited(document)),
    );
  }

  /** Undefined if nothing of the document is under review. */
  of(document: vscode.TextDocument): ShownReview | undefined {
    const file = this.#reviews.find(document.uri);
    if (file === undefined) return undefined;
    const known = this.#cache.get(document);
    if (known?.version === document.version && known.file.change === file.change) return { ...known, file };
    const review = reviewFile(file.change, document.getText());
    this.#cache.set(document, { file, review, version: document.version });
    return { file, review };
  }

  /** The text without what is under review: the left side of diffs. */
  async base({ uri, change }: ReviewedFile): Promise<string> {
    const document = findDocument(uri.fsPath);
    const shown = document && this.of(document);
    if (shown !== undefined) return shown.review.base;
    return reviewFile(change, await readText(uri)).base;
  }

  dispose(): void {
    this.#stop.dispose();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#changed.dispose();
  }

  /** While a person types, hunks are looked for when the hand rests. */
  #edited(document: vscode.TextDocument): void {
    if (this.#reviews.find(document.uri) === undefined) return;
    const key = document.uri.toString();
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => {
        this.#timers.delete(key);
        this.#changed.fire(document);
      }, FOLLOW_MS),
    );
  }
}

/** Empty if it is gone or not text. */
async function readText(uri: vscode.Uri): Promise<string> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return "";
  }
}
