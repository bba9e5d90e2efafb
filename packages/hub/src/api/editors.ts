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

/** As the Model Context Protocol lists it; fields that are not named here are passed on. */
export interface EditorTool {
  readonly name: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface EditorToolCall {
  readonly sessionId: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** One connection of an editor. */
export interface EditorSurface {
  /** For notes in the log: `vscode`. */
  readonly name: string;
  /**
   * Whether it has the same disk as the hub. An editor on another machine is asked only for documents that it reports.
   */
  readonly isLocal: boolean;
  readonly canRead: boolean;
  readonly canWrite: boolean;
  /** The text, unsaved changes included. Aborting asks the editor to cancel; it settles when the editor has answered. */
  read(request: EditorRead, signal: AbortSignal): Promise<string>;
  write(request: EditorWrite, signal: AbortSignal): Promise<void>;
  /** The result of a tool, as the Model Context Protocol has it. */
  callTool(call: EditorToolCall, signal: AbortSignal): Promise<unknown>;
  /** It did not confirm that a request was cancelled. */
  disconnect(why: string): void;
}

/** All paths are absolute. */
export interface EditorReport {
  /** Every document that is open. */
  readonly documents: readonly EditorDocument[];
  /** Its own folders, if they differ from those of the sessions that it follows. */
  readonly folders?: readonly string[] | undefined;
}

export interface EditorDocument {
  readonly path: string;
  /** It has unsaved changes. */
  readonly isDirty: boolean;
}

/** What an editor reports about itself. */
export interface JoinedEditor {
  follow(sessionId: string): void;
  unfollow(sessionId: string): void;
  /** Replaces the report before. An editor that never reports is asked for every file. */
  report(report: EditorReport): Promise<void>;
  /** Replaces the tools that it offers to agents. */
  offer(tools: readonly EditorTool[]): void;
  /** The user has just used it. Of several editors with the same document, the most recently used one is asked. */
  used(): void;
  leave(): void;
}

/** The tools of the editors that follow a session, for its agent. */
export interface EditorTools {
  /** Of the most recently used editor. While none is connected, the tools of the last one. */
  list(sessionId: string): readonly EditorTool[];
  /**
   * Waits for an editor that is reloading. Rejects with `connection_closed` if none has the tool, or with `request_timeout` if it
   * does not answer.
   */
  call(call: EditorToolCall, signal?: AbortSignal): Promise<unknown>;
  /** Called when the list changes. Returns a function that stops it. */
  onChange(sessionId: string, listener: () => void): () => void;
  /** The session that an agent's token is for. */
  sessionOf(token: string): string | undefined;
  /** Where agents reach the tools; called when a session's agent is started. Without it they have none. */
  serveAt(url: () => string): void;
}

export interface Editors {
  join(surface: EditorSurface): JoinedEditor;
  readonly tools: EditorTools;
}
