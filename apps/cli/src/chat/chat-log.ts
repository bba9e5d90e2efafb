// The log while the chat has the terminal: its entries become notes between the messages, not lines across them.
import type { Log, LogLevel, Settings } from "@parley/base";
import type { NoteBlock, Severity } from "@parley/chat-model";

const ORDER: readonly (LogLevel | "silent")[] = ["debug", "info", "warn", "error", "silent"];
const SEVERITIES: Readonly<Record<LogLevel, Severity>> = {
  debug: "info",
  info: "info",
  warn: "warning",
  error: "error",
};

export function createChatLog(threshold: Settings["logLevel"], print: (block: NoteBlock) => void): Log {
  return {
    write(level, message, fields) {
      if (ORDER.indexOf(level) < ORDER.indexOf(threshold)) return;
      const detail = fields === undefined ? undefined : JSON.stringify(fields);
      print({ type: "note", severity: SEVERITIES[level], text: message, detail });
    },
  };
}
