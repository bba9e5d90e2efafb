// Texts that the editor shows like files and that cannot be written, such as a side of a diff.
import * as vscode from "vscode";

export abstract class ReadonlyFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]> = this.#changed.event;
  /** What was read, and when it changed. */
  readonly #known = new Map<string, { text: string; mtime: number }>();

  protected abstract readText(uri: vscode.Uri): Promise<string>;

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
    this.#changed.dispose();
  }

  /** Everything that was read, with its text. */
  protected get known(): readonly (readonly [vscode.Uri, string])[] {
    return [...this.#known].map(([key, { text }]) => [vscode.Uri.parse(key), text]);
  }

  /** The editor reads it again. */
  protected changed(uri: vscode.Uri): void {
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  async #read(uri: vscode.Uri): Promise<{ text: string; mtime: number }> {
    const text = await this.readText(uri);
    const known = this.#known.get(uri.toString());
    if (known?.text === text) return known;
    const read = { text, mtime: Math.max(Date.now(), (known?.mtime ?? 0) + 1) };
    this.#known.set(uri.toString(), read);
    return read;
  }
}
