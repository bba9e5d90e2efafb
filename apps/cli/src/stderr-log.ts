// The command line's log: one line per entry on stderr, so that stdout stays the conversation or the protocol.
import { toShownJson, type Log, type LogLevel, type Settings } from "@parley/base";
import { redact } from "@parley/policy";
import { neutralLine } from "./terminal/neutral-text.ts";

const ORDER: readonly (LogLevel | "silent")[] = ["debug", "info", "warn", "error", "silent"];

export function createStderrLog(threshold: Settings["logLevel"], write = writeStderr): Log {
  return {
    write(level, message, fields) {
      if (ORDER.indexOf(level) < ORDER.indexOf(threshold)) return;
      const detail = fields === undefined ? "" : ` ${toShownJson(JSON.stringify(fields, showErrors))}`;
      // Whatever a package writes: what agents said and requests held may be among it.
      write(`${new Date().toISOString()} ${level} ${redact(neutralLine(message) + detail)}\n`);
    },
  };
}

/** JSON knows nothing of what an error says. */
function showErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? `${value.name}: ${value.message}` : value;
}

function writeStderr(text: string): void {
  process.stderr.write(text);
}
