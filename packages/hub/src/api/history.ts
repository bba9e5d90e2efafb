// Which session and turn touched a file, or a line of it, last.
import type { ChangeApproval, ChangeWriter, ListedChange } from "./file-changes.ts";
import type { HubSession } from "./sessions.ts";

export interface HistoryQuery {
  /** Absolute. */
  readonly path: string;
  /** From 1, in the file as it is now. */
  readonly line?: number | undefined;
  readonly limit?: number | undefined;
}

/** A turn that changed the file. */
export interface FileTouch {
  readonly session: HubSession;
  readonly turn: number;
  readonly atMs: number;
  /** The beginning of the turn's prompt. */
  readonly prompt: string;
  readonly change: ListedChange["change"];
  /** Previous absolute path of a renamed file. */
  readonly from?: string | undefined;
  readonly approval: ChangeApproval;
  /** It was undone as a whole, and not redone. */
  readonly isUndone: boolean;
}

export interface LineOrigin {
  /** The turn that wrote the line as it is now. */
  readonly touch?: FileTouch | undefined;
  /** The tool call that wrote it, if known. */
  readonly writer?: ChangeWriter | undefined;
  /** `elsewhere`: it was changed outside of turns. `untouched`: no turn changed it. `unknown`: a snapshot is no longer kept. */
  readonly found: "turn" | "elsewhere" | "untouched" | "unknown";
}

export interface FileHistory {
  readonly path: string;
  /** The latest first. */
  readonly touches: readonly FileTouch[];
  readonly line?: LineOrigin | undefined;
}

export interface History {
  /** Of the sessions in the folders above the file. Rejects with `bad_input`, or with `file_not_found` for a line of a file that is gone. */
  find(query: HistoryQuery): Promise<FileHistory>;
}
