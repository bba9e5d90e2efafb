// Keep and undo, from wherever a person asks for it: keys, lenses, gutter, lists.
//
// Undoing a hunk of a document that is open is an edit of that document, so that Ctrl+Z brings it back and unsaved text stays.
// The server learns of it when the document is saved, and records it. Everything else the server does on the disk.
import { applyLineEdits } from "@parley/base/hunks";
import { toLf, UndoQueue, type OpenHunk, type QueuedUndo } from "@parley/review";
import * as vscode from "vscode";
import { findDocument } from "../files/editor-files.ts";
import { applyText } from "../files/text-edits.ts";
import type { FileReviews } from "./file-reviews.ts";
import { explainLeft, reportFailure } from "./review-messages.ts";
import type { ReviewedFile, Reviews } from "./reviews.ts";
import { showWarning } from "../notices/notices.ts";

const QUEUE_KEY = "acp.queuedUndos";

export class ReviewActions implements vscode.Disposable {
  readonly #reviews: Reviews;
  readonly #files: FileReviews;
  /** What is queued is kept through a reload, because the turn that it waits for continues as well. */
  readonly #memory: vscode.Memento;
  readonly #queue: UndoQueue;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Something was queued, or is not any more. */
  readonly onChange: vscode.Event<void> = this.#changed.event;
  readonly #stop: vscode.Disposable;

  constructor(reviews: Reviews, files: FileReviews, memory: vscode.Memento) {
    this.#memory = memory;
    this.#queue = new UndoQueue(readQueued(memory.get<unknown>(QUEUE_KEY)));
    this.#reviews = reviews;
    this.#files = files;
    this.#stop = reviews.onChange(() => void this.#runQueued());
  }

  isQueued(undo: QueuedUndo): boolean {
    return this.#queue.has(undo);
  }

  /** Hunks of a file; the whole file unless given. */
  async keep(file: ReviewedFile, hunks?: readonly string[]): Promise<void> {
    await this.#ask(file, "keep", hunks);
  }

  /** While a turn runs it is done at its end, unless `isNow`: the agent may be working on the same lines. */
  async undo(file: ReviewedFile, hunks: readonly string[] | undefined, isNow = false): Promise<void> {
    if (file.isRunning && !isNow) {
      for (const hunk of hunks ?? [undefined]) this.#queue.add(toQueued(file, hunk));
      this.#tell();
      return;
    }
    for (const hunk of hunks ?? [undefined]) this.#queue.cancel(toQueued(file, hunk));
    this.#tell();
    const document = findDocument(file.uri.fsPath);
    const shown = document && this.#files.of(document);
    if (document === undefined || shown?.review.isByHunk !== true) return this.#ask(file, "undo", hunks, isNow);
    const wanted = shown.review.open.filter(({ id }) => hunks?.includes(id) ?? true);
    await this.#edit(document, file, wanted);
  }

  cancelUndo(file: ReviewedFile, hunk: string | undefined): void {
    this.#queue.cancel(toQueued(file, hunk));
    this.#tell();
  }

  dispose(): void {
    this.#stop.dispose();
    this.#changed.dispose();
  }

  #tell(): void {
    void this.#memory.update(QUEUE_KEY, this.#queue.all);
    this.#changed.fire();
  }

  async #edit(document: vscode.TextDocument, file: ReviewedFile, wanted: readonly OpenHunk[]): Promise<void> {
    const intact = wanted.filter(({ presence }) => presence === "intact");
    if (intact.length < wanted.length) {
      const left = wanted.length - intact.length;
      void showWarning(
        vscode.l10n.t("{0}: {1} changes were edited since, so they are left as they are.", file.path, left),
      );
    }
    if (intact.length === 0) return;
    const text = applyLineEdits(
      toLf(document.getText()),
      intact.flatMap(({ edits }) => edits),
    );
    try {
      await applyText(document, document.eol === vscode.EndOfLine.CRLF ? text.replaceAll("\n", "\r\n") : text);
    } catch (error) {
      reportFailure("undo", error);
    }
  }

  async #ask(
    { sessionId, path }: ReviewedFile,
    action: "keep" | "undo",
    hunks: readonly string[] | undefined,
    isForced = false,
  ): Promise<void> {
    try {
      for (const hunk of hunks ?? [undefined]) {
        const done = await this.#reviews.review(sessionId, action, { path, hunk, isForced });
        explainLeft(action, done?.left ?? []);
      }
    } catch (error) {
      reportFailure(action, error);
    }
  }

  async #runQueued(): Promise<void> {
    if (this.#queue.size === 0) return;
    // After a reload the files of a session arrive one after the other.
    const fileOf = ({ sessionId, path }: QueuedUndo): ReviewedFile | undefined =>
      this.#reviews.all.find((one) => one.sessionId === sessionId && one.path === path);
    const ready = this.#queue.take((undo) => fileOf(undo)?.isRunning === false);
    if (ready.length === 0) return;
    this.#tell();
    for (const undo of ready) {
      const file = fileOf(undo);
      if (file !== undefined) await this.undo(file, undo.hunk === undefined ? undefined : [undo.hunk]);
    }
  }
}

function toQueued({ sessionId, path }: ReviewedFile, hunk: string | undefined): QueuedUndo {
  return { sessionId, path, hunk };
}

function readQueued(stored: unknown): readonly QueuedUndo[] {
  return Array.isArray(stored) ? stored.filter(isQueued) : [];
}

function isQueued(value: unknown): value is QueuedUndo {
  return typeof value === "object" && value !== null && "sessionId" in value && "path" in value;
}
