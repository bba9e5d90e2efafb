// Editors: surfaces that have files open as documents. The hub reads and writes the files of a session through them.

export interface EditorFile {
  readonly sessionId: string;
  /** Absolute, as the editor names it. */
  readonly path: string;
}

export interface EditorRead extends EditorFile {
  /** The first line, from 1. */
  readonly line?: number | undefined;
  readonly limit?: number | undefined;
}

export interface EditorWrite extends EditorFile {
  readonly content: string;
}

/** One connection of an editor. */
export interface EditorSurface {
  /** For notes in the log: `vscode`. */
  readonly name: string;
  /** It has the same disk as the hub. One on another machine is asked only for documents that it reports. */
  readonly isLocal: boolean;
  readonly canRead: boolean;
  readonly canWrite: boolean;
  /** The text, unsaved changes included. Aborting asks the editor to cancel; it settles when the editor has answered. */
  read(request: EditorRead, signal: AbortSignal): Promise<string>;
  write(request: EditorWrite, signal: AbortSignal): Promise<void>;
  /** It did not confirm that a request was cancelled. */
  disconnect(why: string): void;
}

/** All paths are absolute. */
export interface EditorReport {
  /** Every document that is open. */
  readonly documents: readonly EditorDocument[];
  /** Its own folders, if it has others than the sessions that it follows. */
  readonly folders?: readonly string[] | undefined;
}

export interface EditorDocument {
  readonly path: string;
  /** It has unsaved changes. */
  readonly isDirty: boolean;
}

/** What an editor says about itself. */
export interface JoinedEditor {
  follow(sessionId: string): void;
  unfollow(sessionId: string): void;
  /** Replaces the report before. An editor that never reports is asked for every file. */
  report(report: EditorReport): Promise<void>;
  /** A person used it just now: of several editors with the same document, the last one that was used is asked. */
  used(): void;
  leave(): void;
}

export interface Editors {
  join(surface: EditorSurface): JoinedEditor;
}
