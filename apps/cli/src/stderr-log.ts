// The command line's log: one line per entry on stderr, so that stdout stays the conversation or the protocol.
import type { Log, LogLevel, Settings } from "@parley/base";

const ORDER: readonly (LogLevel | "silent")[] = ["debug", "info", "warn", "error", "silent"];

export function createStderrLog(threshold: Settings["logLevel"], write = writeStderr): Log {
  return {
    write(level, message, fields) {
      if (ORDER.indexOf(level) < ORDER.indexOf(threshold)) return;
      const detail = fields === undefined ? "" : ` ${JSON.stringify(fields)}`;
      write(`${new Date().toISOString()} ${level} ${message}${detail}\n`);
    },
  };
}

function writeStderr(text: string): void {
  process.stderr.write(text);
}
