// Lines of the log in the editor's output channel.
import type { Log } from "@parley/base";
import type * as vscode from "vscode";

export function toLog(channel: vscode.LogOutputChannel): Log {
  return {
    write: (level, message, fields = {}) => {
      const { cause, ...rest } = fields;
      const details = Object.keys(rest).length === 0 ? "" : ` ${JSON.stringify(rest)}`;
      const reason = cause instanceof Error ? `: ${cause.message}` : "";
      channel[level](`${message}${reason}${details}`);
    },
  };
}
