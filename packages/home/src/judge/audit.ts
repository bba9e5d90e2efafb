// The audit: every decision as a line in a file. It never blocks a decision, and a failed write is reported, not thrown.
import { systemClock, type Clock, type Log, hasErrno } from "@parley/base";
import { redact, type AuditEntry } from "@parley/policy";
import { open, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { changeAlone } from "../claims/change-alone.ts";
import { createFolder, PRIVATE_MODE } from "../files/own-file.ts";
import { AUDIT_BYTES_MAX, AUDIT_FILES_MAX, AUDIT_LINES_MAX } from "../limits.ts";

/** In each line, so that readers know its format. */
const AUDIT_VERSION = 1;

export interface AuditRecord extends AuditEntry {
  readonly sessionId: string;
  readonly agent: string;
  readonly turnId?: string | undefined;
  /** Who answered a question: then `verdict` is the answer. */
  readonly by?: string | undefined;
}

export interface Audit {
  append(record: AuditRecord): void;
  /** Resolves when everything appended so far is in the file, or was dropped. */
  flush(): Promise<void>;
}

export interface AuditOptions {
  readonly path: string;
  readonly bytesMax?: number | undefined;
  readonly log: Log;
  readonly clock?: Clock | undefined;
}

export function createAudit(options: AuditOptions): Audit {
  return new FileAudit(options);
}

class FileAudit implements Audit {
  readonly #options: AuditOptions;
  #lines: string[] = [];
  #lost = 0;
  #writing: Promise<void> | undefined;

  constructor(options: AuditOptions) {
    this.#options = options;
  }

  append(record: AuditRecord): void {
    if (this.#lines.length >= AUDIT_LINES_MAX) {
      this.#lost += 1;
      return;
    }
    const { clock = systemClock } = this.#options;
    this.#lines.push(JSON.stringify({ v: AUDIT_VERSION, at: clock.now(), ...record, reason: redact(record.reason) }));
    this.#writing ??= this.#writeAll();
  }

  async flush(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // Lines of the same moment are written together.
    await Promise.resolve();
    while (this.#lines.length > 0) {
      const lines = this.#lines;
      this.#lines = [];
      try {
        await this.#write(lines);
      } catch (cause) {
        this.#options.log.write("warn", `Could not write ${lines.length} lines of the audit`, { cause });
      }
    }
    this.#writing = undefined;
  }

  async #write(lines: readonly string[]): Promise<void> {
    const { path, bytesMax = AUDIT_BYTES_MAX } = this.#options;
    await createFolder(dirname(path));
    if ((await sizeOf(path)) >= bytesMax) await changeAlone(path, () => this.#rotate());
    await using handle = await open(path, "a", PRIVATE_MODE);
    const lost = this.#lost === 0 ? [] : [JSON.stringify({ v: AUDIT_VERSION, lost: this.#lost })];
    this.#lost = 0;
    await handle.writeFile(`${[...lines, ...lost].join("\n")}\n`);
  }

  /** `audit.ndjson` becomes `audit.1.ndjson`, and so on; the last one is deleted. Another process may have been faster. */
  async #rotate(): Promise<void> {
    const { path, bytesMax = AUDIT_BYTES_MAX } = this.#options;
    if ((await sizeOf(path)) < bytesMax) return;
    for (let number = AUDIT_FILES_MAX; number > 0; number -= 1) {
      const from = number === 1 ? path : numbered(path, number - 1);
      try {
        await rename(from, numbered(path, number));
      } catch (error) {
        if (!hasErrno(error, "ENOENT")) throw error;
      }
    }
  }
}

function numbered(path: string, number: number): string {
  return path.replace(/(\.ndjson)?$/, `.${number}$1`);
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return 0;
    throw error;
  }
}
