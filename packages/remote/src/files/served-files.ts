// The client as an editor: it answers the server's requests for files, and reports which documents are open.
import { isObject, type Log } from "@parley/base";
import { RpcError, type Handlers, type Peer } from "@parley/rpc";
import { REQUEST_MS } from "../limits.ts";

export interface FileRead {
  readonly sessionId: string;
  readonly path: string;
  /** The first line, from 1. */
  readonly line?: number | undefined;
  readonly limit?: number | undefined;
}

export interface FileWrite {
  readonly sessionId: string;
  readonly path: string;
  readonly content: string;
}

/**
 * The editor's functions for agents. An `RpcError` with the code −32002 means that the editor does not have the file,
 * so the server uses the disk. The signal aborts when the server no longer waits.
 */
export interface EditorFiles {
  /** The text, unsaved changes included. */
  read?: ((request: FileRead, signal: AbortSignal) => Promise<string>) | undefined;
  /** Resolves when the document is saved. */
  write?: ((request: FileWrite, signal: AbortSignal) => Promise<void>) | undefined;
}

export interface DocumentReport {
  /** Every document that is open. */
  readonly documents: readonly { readonly path: string; readonly isDirty?: boolean | undefined }[];
  /** Its own folders, if they differ from those of its sessions. */
  readonly folders?: readonly string[] | undefined;
}

export class ServedFiles {
  readonly #files: EditorFiles;
  readonly #log: Log;
  #report: DocumentReport | undefined;

  constructor(files: EditorFiles, log: Log) {
    this.#files = files;
    this.#log = log;
  }

  /** What is announced to the server. */
  get capabilities(): object {
    const { read, write } = this.#files;
    if (read === undefined && write === undefined) return {};
    return { fs: { readTextFile: read !== undefined, writeTextFile: write !== undefined } };
  }

  get requests(): NonNullable<Handlers["requests"]> {
    const { read, write } = this.#files;
    return {
      ...(read && {
        "fs/read_text_file": async (params, { signal }) => ({ content: await read(readRequest(params), signal) }),
      }),
      ...(write && {
        "fs/write_text_file": async (params, { signal }) => {
          await write({ ...readRequest(params), content: textOf(params, "content") }, signal);
          return {};
        },
      }),
    };
  }

  /** The server forgets the report when the connection ends. */
  opened(peer: Peer): void {
    if (this.#report !== undefined) this.#send(peer, this.#report);
  }

  report(report: DocumentReport, peer: Peer | undefined): void {
    this.#report = report;
    if (peer !== undefined) this.#send(peer, report);
  }

  #send(peer: Peer, report: DocumentReport): void {
    peer.request("_parley/editor/documents", report, { timeoutMs: REQUEST_MS }).catch((cause: unknown) => {
      // The next connection reports again.
      this.#log.write("warn", "The server did not take the list of open documents", { cause });
    });
  }
}

function readRequest(params: unknown): FileRead {
  const [line, limit] = [countOf(params, "line"), countOf(params, "limit")];
  return { sessionId: textOf(params, "sessionId"), path: textOf(params, "path"), line, limit };
}

function textOf(params: unknown, field: string): string {
  const value = isObject(params) ? params[field] : undefined;
  if (typeof value !== "string") throw RpcError.invalidParams(`${field}: must be a string`);
  return value;
}

function countOf(params: unknown, field: string): number | undefined {
  const value = isObject(params) ? params[field] : undefined;
  return typeof value === "number" ? value : undefined;
}
