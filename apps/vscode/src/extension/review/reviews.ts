// What is under review in this window: the changed files of the sessions that it follows, as the server's log has them.
import type { ReviewAction, ReviewTarget, Reviewed, ShownFile } from "@parley/chat-ui";
import { SessionChanges } from "@parley/surface";
import * as vscode from "vscode";
import { toFileUri } from "../files/file-uris.ts";
import { REVIEWED_FILES_MAX } from "../../limits.ts";
import type { ParleyWindow } from "../parley-window.ts";

/** A changed file of a session. */
export interface ReviewedFile {
  readonly sessionId: string;
  /** From the session's folder. */
  readonly path: string;
  readonly uri: vscode.Uri;
  readonly change: ShownFile;
  readonly isRunning: boolean;
}

interface ReviewedSession {
  readonly changes: SessionChanges;
  /** By path; what closes it. */
  readonly open: Map<string, () => void>;
  readonly stop: () => void;
}

export class Reviews implements vscode.Disposable {
  readonly #window: ParleyWindow;
  readonly #sessions = new Map<string, ReviewedSession>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onChange: vscode.Event<void> = this.#changed.event;
  readonly #stop: () => void;
  #files: readonly ReviewedFile[] | undefined;

  constructor(window: ParleyWindow) {
    this.#window = window;
    const stops = [
      window.chats.followed.subscribe(() => this.#update()),
      // Whether a turn runs, and the folder of a session.
      window.sessions.subscribe(() => this.#tell()),
    ];
    this.#stop = () => stops.forEach((stop) => stop());
    this.#update();
  }

  /** Files that were neither kept nor undone, of the session that changed last first. */
  get open(): readonly ReviewedFile[] {
    return this.all.filter(({ change }) => change.state === "pending" || change.state === "partial");
  }

  /** Those that were kept or undone as well. */
  get all(): readonly ReviewedFile[] {
    this.#files ??= this.#window.sessions.sessions.flatMap(({ id }) => this.#filesOf(id));
    return this.#files;
  }

  /** Several sessions may have changed a file: the one that changed last counts. */
  find(uri: vscode.Uri, sessionId?: string): ReviewedFile | undefined {
    const isIt = (file: ReviewedFile): boolean =>
      file.uri.fsPath === uri.fsPath && (sessionId === undefined || file.sessionId === sessionId);
    return this.open.find(isIt) ?? this.all.find(isIt);
  }

  /** Asks the server; what it did arrives with the log. */
  async review(sessionId: string, action: ReviewAction, target: ReviewTarget): Promise<Reviewed | undefined> {
    return this.#sessions.get(sessionId)?.changes.review(action, target);
  }

  dispose(): void {
    this.#stop();
    for (const id of this.#sessions.keys()) this.#close(id);
    this.#changed.dispose();
  }

  #filesOf(id: string): readonly ReviewedFile[] {
    const session = this.#sessions.get(id);
    const row = this.#window.sessions.get(id);
    if (session === undefined || row === undefined) return [];
    const folder = toFileUri(row.working_dir);
    return [...session.open.keys()].flatMap((path) => {
      const change = session.changes.file(path);
      if (change === undefined || typeof change === "string") return [];
      const isRunning = row.status !== "idle";
      return { sessionId: id, path, uri: vscode.Uri.joinPath(folder, path), change, isRunning };
    });
  }

  #update(): void {
    const followed = this.#window.chats.followed.ids;
    for (const id of this.#sessions.keys()) if (!followed.includes(id)) this.#close(id);
    for (const id of followed) if (!this.#sessions.has(id)) this.#open(id);
    this.#tell();
  }

  #open(id: string): void {
    const changes = new SessionChanges(this.#window.remote, id);
    const stop = changes.subscribe(() => this.#read(id));
    this.#sessions.set(id, { changes, open: new Map(), stop });
    this.#read(id);
  }

  /** Reads the files that the list has. */
  #read(id: string): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    const listed = (session.changes.list?.files ?? []).slice(0, REVIEWED_FILES_MAX).map(({ path }) => path);
    for (const [path, close] of session.open) {
      if (listed.includes(path)) continue;
      close();
      session.open.delete(path);
    }
    for (const path of listed) if (!session.open.has(path)) session.open.set(path, session.changes.open(path));
    this.#tell();
  }

  #close(id: string): void {
    const session = this.#sessions.get(id);
    session?.stop();
    session?.changes.close();
    this.#sessions.delete(id);
  }

  #tell(): void {
    this.#files = undefined;
    this.#changed.fire();
  }
}
