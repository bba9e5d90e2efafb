// The left side of diffs: files as they would be without what is under review. Read-only, and there again after a reload.
import * as vscode from "vscode";
import { toFileUri } from "../files/file-uris.ts";
import { ReadonlyFiles } from "../files/readonly-files.ts";
import { BASE_WAIT_MS } from "../../limits.ts";
import type { FileReviews } from "./file-reviews.ts";
import type { ReviewedFile, Reviews } from "./reviews.ts";

export const BASE_SCHEME = "acp-base";

/** `isEmpty`: the right side of a file that was deleted. */
export function toBaseUri({ uri, sessionId }: ReviewedFile, { isEmpty = false } = {}): vscode.Uri {
  return uri.with({ scheme: BASE_SCHEME, authority: "", query: isEmpty ? "empty" : sessionId });
}

export function fromBaseUri(uri: vscode.Uri): vscode.Uri {
  return toFileUri(uri.path);
}

export class BaseFiles extends ReadonlyFiles {
  readonly #reviews: Reviews;
  readonly #files: FileReviews;
  readonly #stop: vscode.Disposable;

  constructor(reviews: Reviews, files: FileReviews) {
    super();
    this.#reviews = reviews;
    this.#files = files;
    this.#stop = files.onChange(() => void this.#refresh());
  }

  override dispose(): void {
    this.#stop.dispose();
    super.dispose();
  }

  protected override async readText(uri: vscode.Uri): Promise<string> {
    if (uri.query === "empty") return "";
    const file = await this.#untilFound(uri);
    if (file === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return this.#files.base(file);
  }

  /** After a reload, diffs are there before the session's changes are. */
  async #untilFound(uri: vscode.Uri): Promise<ReviewedFile | undefined> {
    const find = (): ReviewedFile | undefined => this.#reviews.find(fromBaseUri(uri), uri.query || undefined);
    const now = find();
    if (now !== undefined) return now;
    return new Promise((resolve) => {
      const end = (file: ReviewedFile | undefined): void => {
        clearTimeout(timer);
        stop.dispose();
        resolve(file);
      };
      const timer = setTimeout(() => end(undefined), BASE_WAIT_MS);
      const stop = this.#reviews.onChange(() => {
        const file = find();
        if (file !== undefined) end(file);
      });
    });
  }

  async #refresh(): Promise<void> {
    for (const [uri, text] of this.known) {
      const file = this.#reviews.find(fromBaseUri(uri), uri.query || undefined);
      if (uri.query === "empty" || file === undefined || (await this.#files.base(file)) === text) continue;
      this.changed(uri);
    }
  }
}
