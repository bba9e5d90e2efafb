// The destination of an export: stdout, or a file that is not overwritten by accident.
import { ParleyError, hasErrno } from "@parley/base";
import { open } from "node:fs/promises";
import { createPipeWriter } from "../../output/pipe-writer.ts";
import { TRACE_BATCH_CHARS } from "../../limits.ts";
import { fileErrorWords } from "../../file-error-words.ts";

const PRIVATE_MODE = 0o600;

export interface LineSink {
  write(line: string): Promise<void>;
  /** Whether the reader has closed the pipe, so that the export can stop. */
  readonly isGone: boolean;
  end(): Promise<void>;
}

export async function openSink(path: string | undefined, isForced: boolean): Promise<LineSink> {
  return path === undefined ? openStdout() : openFile(path, isForced);
}

function openStdout(): LineSink {
  const out = createPipeWriter(process.stdout);
  return {
    write: (text) => Promise.resolve(out.write(`${text}\n`)),
    get isGone() {
      return out.gone.aborted;
    },
    end: () => out.end(),
  };
}

async function openFile(path: string, isForced: boolean): Promise<LineSink> {
  const file = await openNew(path, isForced);
  let held = "";
  const flush = async (): Promise<void> => {
    const text = held;
    held = "";
    await file.write(text);
  };
  return {
    isGone: false,
    async write(text) {
      held += `${text}\n`;
      if (held.length > TRACE_BATCH_CHARS) await flush();
    },
    async end() {
      await flush();
      await file.close();
    },
  };
}

async function openNew(path: string, isForced: boolean) {
  try {
    return await open(path, isForced ? "w" : "wx", PRIVATE_MODE);
  } catch (cause) {
    const isThere = hasErrno(cause, "EEXIST");
    throw new ParleyError({
      code: isThere ? "file_exists" : "file_failed",
      message: isThere ? `${path} already exists` : `${path} cannot be written: ${fileErrorWords(cause)}`,
      ...(isThere && { remedy: { label: "Overwrite it with --force" } }),
      cause,
    });
  }
}
