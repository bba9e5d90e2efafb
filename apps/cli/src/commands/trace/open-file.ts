// Opens the trace that a command reads, and shows progress on stderr if that takes long.
import type { TraceItem } from "@parley/observe";
import { openTrace } from "@parley/observe/trace";

const MIB = 1024 * 1024;
/** The time before progress is first shown, and between two updates. */
const PROGRESS_INTERVAL_MS = 1_000;

export interface OpenOptions {
  readonly signal?: AbortSignal | undefined;
  /** The command shows nothing until it has read everything. */
  readonly isSilent?: boolean;
}

export async function* openFile(
  path: string,
  { signal, isSilent = false }: OpenOptions = {},
): AsyncGenerator<TraceItem> {
  const progress = isSilent && process.stderr.isTTY ? createProgress() : undefined;
  try {
    yield* openTrace(path, { stdin: process.stdin, signal, onProgress: progress?.show });
  } finally {
    progress?.clear();
  }
}

interface Progress {
  readonly show: (readBytes: number, totalBytes: number | undefined) => void;
  readonly clear: () => void;
}

/** One line that is overwritten, and erased at the end. */
function createProgress(): Progress {
  let shownAt = performance.now();
  let isShown = false;
  return {
    show(readBytes, totalBytes) {
      if (performance.now() - shownAt < PROGRESS_INTERVAL_MS) return;
      shownAt = performance.now();
      isShown = true;
      const whole = totalBytes === undefined ? "" : ` of ${(totalBytes / MIB).toFixed(1)}`;
      process.stderr.write(`\r\u001b[K  read ${(readBytes / MIB).toFixed(1)}${whole} MiB`);
    },
    clear() {
      if (isShown) process.stderr.write("\r\u001b[K");
    },
  };
}

/** The name of a trace for display. */
export function nameOf(path: string): string {
  return path === "-" ? "stdin" : path;
}
