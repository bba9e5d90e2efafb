// The files of one session: read through the client where supported, otherwise from disk; written in one place only.
import { ParleyError, type Log, ABORTED, untilAborted } from "@parley/base";
import type { PathFacts } from "@parley/policy";
import { messageOf } from "../text/sentences.ts";
import { cancelled, isMissing, isRefused, toClientError } from "./client-error.ts";
import { ClientFiles, type ClientFilesOptions } from "./client-files.ts";
import { refuseOutside } from "./client-path.ts";
import { DiskFiles } from "./disk-files.ts";
import { processLocks } from "./file-locks.ts";
import type { SessionFiles, ReadRange } from "./session-files.ts";
import { BINARY_PROBE_CHARS } from "../limits.ts";
import { readBytes } from "./read-bytes.ts";

export interface SessionFilesOptions extends ClientFilesOptions {
  readonly log: Log;
}

export function createSessionFiles(options: SessionFilesOptions): SessionFiles {
  return new FileAccess(options);
}

class FileAccess implements SessionFiles {
  readonly #log: Log;
  readonly #client: ClientFiles;
  readonly #disk: DiskFiles;

  constructor(options: SessionFilesOptions) {
    this.#log = options.log;
    this.#client = new ClientFiles(options);
    this.#disk = new DiskFiles(options.roots);
  }

  readText(facts: PathFacts, range?: ReadRange, signal?: AbortSignal): Promise<string> {
    const onDisk = (): Promise<string> => this.#disk.read(facts, range ?? {}, signal);
    return this.#read(facts, range, signal, onDisk);
  }

  async readIfThere(facts: PathFacts, signal?: AbortSignal): Promise<string | undefined> {
    try {
      const onDisk = (): Promise<string> => this.#disk.readWhole(facts, signal);
      const text = await this.#read(facts, undefined, signal, onDisk);
      // A client replaces invalid UTF-8 with this character; the bytes on disk decide.
      if (text.includes("\uFFFD") && facts.kind !== "missing") await onDisk();
      // Some clients return this for a missing file, to spare agents the error.
      return text === "" && facts.kind === "missing" ? undefined : text;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async readBytes(facts: PathFacts, bytesMax: number): Promise<Uint8Array> {
    refuseOutside(facts);
    return readBytes(facts, bytesMax);
  }

  async writeText(facts: PathFacts, text: string, signal?: AbortSignal): Promise<void> {
    refuseOutside(facts);
    if (signal?.aborted === true) throw cancelled(`write ${facts.requested}`);
    if (!this.#client.canWrite) return this.#disk.write(facts, text);
    try {
      await this.#writeAtClient(facts, text, signal);
    } catch (error) {
      throw toClientError(error, "write", JSON.stringify(facts.requested));
    }
  }

  alone<Value>(facts: PathFacts, action: () => Promise<Value>): Promise<Value> {
    return processLocks.run(facts, action);
  }

  async #read(
    facts: PathFacts,
    range: ReadRange | undefined,
    signal: AbortSignal | undefined,
    onDisk: () => Promise<string>,
  ): Promise<string> {
    refuseOutside(facts);
    const what = `read ${facts.requested}`;
    if (signal?.aborted === true) throw cancelled(what);
    if (!this.#client.canRead) return onDisk();
    if (range === undefined) await this.#disk.refuseHuge(facts);
    try {
      const text = await untilAborted(this.#client.read(facts, range ?? {}, signal), signal);
      if (text === ABORTED) throw cancelled(what);
      if (!looksBinary(text)) return text;
      throw binary(facts);
    } catch (error) {
      if (isFinal(error)) throw toClientError(error, "read", JSON.stringify(facts.requested));
      return this.#readInstead(facts, error, onDisk);
    }
  }

  /** An editor may not know a file that a command has just created. */
  async #readInstead(facts: PathFacts, failure: unknown, onDisk: () => Promise<string>): Promise<string> {
    try {
      const text = await onDisk();
      const why = messageOf(failure);
      this.#log.write("info", "read a file from disk because the client could not", { path: facts.real, why });
      return text;
    } catch (error) {
      // The error from disk is more precise than the client's.
      if (!isMissing(error) || isMissing(failure)) throw error;
      throw toClientError(failure, "read", JSON.stringify(facts.requested));
    }
  }

  /** Not every client creates missing parent folders. */
  async #writeAtClient(facts: PathFacts, text: string, signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#client.write(facts, text, signal);
    } catch (error) {
      if (!isMissing(error) || !(await this.#disk.makeParent(facts))) throw error;
      await this.#client.write(facts, text, signal);
    }
  }
}

/** Cancelled or denied at the client: the disk must not be used to get around that. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ParleyError)) return isRefused(error);
  return error.code !== "invalid_message" && error.code !== "message_too_large" && error.code !== "request_timeout";
}

function looksBinary(text: string): boolean {
  const at = text.indexOf("\0");
  return at !== -1 && at < BINARY_PROBE_CHARS;
}

function binary({ requested }: PathFacts): ParleyError {
  return new ParleyError({ code: "file_is_binary", message: `${JSON.stringify(requested)} is not a text file` });
}
