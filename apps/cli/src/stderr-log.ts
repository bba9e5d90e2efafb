// The command line's log: one line per entry on stderr, so that stdout stays the conversation or the protocol.
import { neutralLine, toShownJson, type Log, type LogLevel, type Settings } from "@parley/base";
import { redact } from "@parley/policy";

const ORDER: readonly (LogLevel | "silent")[] = ["debug", "info", "warn", "error", "silent"];

export function createStderrLog(threshold: Settings["logLevel"], write = writeStderr): Log {
  return {
    write(level, message, fields) {
      if (ORDER.indexOf(level) < ORDER.indexOf(threshold)) return;
      const detail = fields === undefined ? "" : ` ${toShownJson(JSON.stringify(fields, showErrors))}`;
      // Entries may contain what agents wrote or requests contained, so secrets are redacted.
      write(`${new Date().toISOString()} ${level} ${redact(neutralLine(message) + detail)}\n`);
    },
  };
}

/** JSON.stringify drops the message of an error. */
function showErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? `${value.name}: ${value.message}` : value;
}

function writeStderr(text: string): void {
  process.stderr.write(text);
}
