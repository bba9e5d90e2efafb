// The left side of diffs: files as they would be without what is under review. Read-only, and there again after a reload.
import * as vscode from "vscode";
import { toFileUri } from "../files/file-uris.ts";
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

export class BaseFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #reviews: Reviews;
  readonly #files: FileReviews;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]> = this.#changed.event;
  /** What was read, and when it changed. */
  readonly #known = new Map<string, { text: string; mtime: number }>();
  readonly #stop: vscode.Disposable;

  constructor(reviews: Reviews, files: FileReviews) {
    this.#reviews = reviews;
    this.#files = files;
    this.#stop = files.onChange(() => void this.#refresh());
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { text, mtime } = await this.#read(uri);
    const size = new TextEncoder().encode(text).length;
    return { type: vscode.FileType.File, ctime: 0, mtime, size, permissions: vscode.FilePermission.Readonly };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode((await this.#read(uri)).text);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#stop.dispose();
    this.#changed.dispose();
  }

  async #read(uri: vscode.Uri): Promise<{ text: string; mtime: number }> {
    const text = uri.query === "empty" ? "" : await this.#text(uri);
    const known = this.#known.get(uri.toString());
    if (known?.text === text) return known;
    const read = { text, mtime: Math.max(Date.now(), (known?.mtime ?? 0) + 1) };
    this.#known.set(uri.toString(), read);
    return read;
  }

  async #text(uri: vscode.Uri): Promise<string> {
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
    for (const [key, { text }] of this.#known) {
      const uri = vscode.Uri.parse(key);
      const file = this.#reviews.find(fromBaseUri(uri), uri.query || undefined);
      if (uri.query === "empty" || file === undefined || (await this.#files.base(file)) === text) continue;
      this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    }
  }
}
