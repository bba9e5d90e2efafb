// A session's log while it is written. Disk errors never stop the session: they are reported once, and writing is retried.
import type { SessionEvent } from "@parley/acp";
import { ParleyError, type Log, hasErrno } from "@parley/base";
import { constants } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";
import type { Claim } from "../../claims/claims.ts";
import { PRIVATE_MODE } from "../../files/own-file.ts";
import type { SessionIndex } from "../index/session-index.ts";
import type { SessionLogLimits } from "../../limits.ts";
import { addEvent, type SessionRecord } from "../session-record.ts";
import type { LogFailure, SessionLog } from "../session-store.ts";
import { toStoreError } from "../store-error.ts";
import { LogWriter } from "./log-writer.ts";
import { formatLogHeader } from "./log-header.ts";
import { formatNote, toRecordedLine } from "./recorded-line.ts";
import type { StoreFolder } from "./store-folder.ts";

/** What the logs of a store have in common. */
export interface LogSurroundings {
  readonly folder: StoreFolder;
  readonly index: SessionIndex;
  readonly limits: SessionLogLimits;
  readonly log: Log;
  readonly onFailure: (failure: LogFailure) => void;
}

export interface OpenedLog {
  readonly record: SessionRecord;
  readonly file: FileHandle;
  readonly claim: Claim;
  /** It ends with a note that it is full. */
  readonly isFull: boolean;
}

export const FULL_NOTE = "The log of this session has reached its size limit. Later events are not recorded";
const REPLACED_NOTE =
  "The log of this session was removed or replaced while it was being written. Earlier events may be missing";

const { O_APPEND, O_CREAT, O_RDWR } = constants;
export const APPEND_FLAGS: number = O_RDWR | O_APPEND;

export class FileSessionLog implements SessionLog {
  readonly #around: LogSurroundings;
  readonly #record: SessionRecord;
  readonly #claim: Claim;
  readonly #writer: LogWriter;
  #isFull: boolean;
  /** Events that were dropped while the disk accepted nothing. */
  #lost: { count: number; seq: number; at: number } | undefined;
  #failure: { readonly at: "flush" | "sync"; readonly error: ParleyError } | undefined;
  #isFolderSynced = false;
  #lastStep: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(around: LogSurroundings, { record, file, claim, isFull }: OpenedLog) {
    this.#around = around;
    this.#record = record;
    this.#claim = claim;
    this.#writer = new LogWriter(file, record.bytes, around.limits.flushChars);
    this.#isFull = isFull;
  }

  get sessionId(): string {
    return this.#record.id;
  }

  get lastSeq(): number {
    return this.#record.lastSeq;
  }

  get failure(): ParleyError | undefined {
    return this.#failure?.error;
  }

  append(event: SessionEvent, line: string): void {
    if (this.#closing !== undefined) return this.#tellOfLate(event);
    addEvent(this.#record, event);
    if (this.#isFull || !this.#hasRoom(event)) return;
    if (this.#writer.append(toRecordedLine(event, line))) this.flush();
  }

  flush(): void {
    try {
      this.#writer.flush();
    } catch (error) {
      this.#fail("flush", toStoreError(error, `write the log of session ${this.sessionId}`));
      return;
    }
    if (this.#failure?.at === "flush") this.#recover();
  }

  sync(): Promise<void> {
    if (this.#closing !== undefined) return this.#closing;
    this.flush();
    return this.#enqueue(() => this.#sync());
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #hasRoom({ seq, at }: SessionEvent): boolean {
    const { logBytesMax, waitingCharsMax } = this.#around.limits;
    const { waitingChars, bytes } = this.#writer;
    if (bytes + waitingChars >= logBytesMax) {
      this.#isFull = true;
      this.#writer.append(formatNote({ seq, at, sessionId: this.sessionId }, FULL_NOTE));
      this.#around.log.write("warn", FULL_NOTE, { sessionId: this.sessionId, logBytesMax });
      return false;
    }
    if (waitingChars < waitingCharsMax) return true;
    this.#lost = { count: (this.#lost?.count ?? 0) + 1, seq, at };
    return false;
  }

  /** The disk accepts lines again. */
  #recover(): void {
    const { sessionId } = this;
    this.#failure = undefined;
    this.#around.log.write("info", "The log of a session can be written again", { sessionId });
    if (this.#lost === undefined) return;
    const { count, ...place } = this.#lost;
    this.#lost = undefined;
    this.#writer.append(
      formatNote({ ...place, sessionId }, `${count} events were lost here because the disk was not writable`),
    );
    this.flush();
  }

  #fail(at: "flush" | "sync", error: ParleyError): void {
    if (this.#failure !== undefined) return;
    this.#failure = { at, error };
    const { sessionId } = this;
    const { log, onFailure } = this.#around;
    log.write("error", error.message, { sessionId, code: error.code });
    try {
      onFailure({ sessionId, error });
    } catch (thrown) {
      log.write("error", "The handler for a failing log threw an error", { sessionId, error: thrown });
    }
  }

  #tellOfLate({ seq, type }: SessionEvent): void {
    this.#around.log.write("error", "An event arrived after the log of its session was closed", {
      sessionId: this.sessionId,
      seq,
      type,
    });
  }

  #enqueue(step: () => Promise<void>): Promise<void> {
    this.#lastStep = this.#lastStep.then(step);
    return this.#lastStep;
  }

  async #sync(): Promise<void> {
    const { folder, index } = this.#around;
    try {
      await this.#followFile();
      await this.#writer.file.datasync();
      // Once, so that the name of a new file survives a power cut.
      if (!this.#isFolderSynced) await folder.sync();
      this.#isFolderSynced = true;
      if (this.#failure?.at === "sync") this.#recover();
    } catch (error) {
      this.#fail("sync", toStoreError(error, `write the log of session ${this.sessionId}`));
    }
    this.flush();
    // Waiting lines are in the record but not in the log: such an entry would count them twice later.
    if (this.#writer.waitingLines > 0) return;
    this.#record.bytes = this.#writer.bytes;
    await index.put(this.#record);
  }

  /** The file may have been removed or replaced; anything written to it would be lost when it is closed. */
  async #followFile(): Promise<void> {
    const { sessionId } = this;
    const { folder } = this.#around;
    const path = folder.logOf(sessionId);
    if (await isSameFile(this.#writer.file, path)) return;
    await folder.make();
    this.#claim.renew();
    const former = this.#writer.file;
    this.#writer.moveTo(await this.#begin(path));
    await former.close();
    const message = `The log of session ${sessionId} was removed or replaced; later events are recorded in a new file`;
    this.#fail("sync", new ParleyError({ code: "file_not_found", message }));
  }

  /** A file that the log can continue in, if it begins like a log. */
  async #begin(path: string): Promise<FileHandle> {
    const { sessionId } = this;
    const { lastSeq: seq, updatedAtMs: at } = this.#record;
    const file = await open(path, APPEND_FLAGS | O_CREAT, PRIVATE_MODE);
    try {
      // Otherwise an empty line: the existing content may lack a final newline.
      const start = (await file.stat()).size === 0 ? formatLogHeader(this.#record) : "";
      await file.writeFile(`${start}\n${formatNote({ seq, at, sessionId }, REPLACED_NOTE)}\n`);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async #close(): Promise<void> {
    this.flush();
    await this.#enqueue(() => this.#sync());
    const { sessionId } = this;
    const { waitingLines, file } = this.#writer;
    if (waitingLines > 0) {
      this.#around.log.write("error", "Could not write the end of a session's log", { sessionId, waitingLines });
    }
    try {
      await file.close();
    } catch (error) {
      this.#fail("sync", toStoreError(error, `close the log of session ${sessionId}`));
    } finally {
      this.#claim.release();
    }
  }
}

async function isSameFile(file: FileHandle, path: string): Promise<boolean> {
  const own = await file.stat();
  try {
    const there = await stat(path);
    return there.ino === own.ino && there.dev === own.dev;
  } catch (error) {
    if (hasErrno(error, "ENOENT", "ENOTDIR")) return false;
    throw error;
  }
}
