// What a terminal shows of a command that the server runs, besides its output.
import type { RemoteTerminal } from "@parley/remote";
import * as vscode from "vscode";

const DIM = "\u001B[2m";
const PLAIN = "\u001B[0m";
/** Clears the screen and what was scrolled out of it. */
export const CLEAR = "\u001B[2J\u001B[3J\u001B[H";

export function titleOf({ command }: Pick<RemoteTerminal, "command">): string {
  return `ACP: ${command}`;
}

export function describeEnd(exit: RemoteTerminal["exit"], error?: Error): string {
  return `\r\n${DIM}${wordsOf(exit, error)}${PLAIN}\r\n`;
}

function wordsOf(exit: RemoteTerminal["exit"], error: Error | undefined): string {
  if (error !== undefined) return vscode.l10n.t("Cannot be shown: {0}", error.message);
  if (exit === undefined) return vscode.l10n.t("Ended with the server.");
  if (exit.signal !== null) return vscode.l10n.t("Ended by {0}.", exit.signal);
  return vscode.l10n.t("Exited with code {0}.", exit.exit_code ?? 0);
}
