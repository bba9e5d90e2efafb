// Asks for confirmation before something that cannot be undone.
import { ParleyError } from "@parley/base";
import { openTerminalLines, type TerminalLines } from "./terminal-lines.ts";

/** `isSure`: `--yes` was given. Without a terminal and without `--yes` nothing is done. */
export async function confirm(question: string, isSure: boolean): Promise<boolean> {
  if (isSure) return true;
  const terminal = openTerminalLines();
  if (terminal === undefined) {
    const message = `${question} This is not a terminal`;
    throw new ParleyError({ code: "usage", message, remedy: { label: "Confirm with", command: "--yes" } });
  }
  try {
    return await askYesNo(terminal, question);
  } finally {
    terminal.close();
  }
}

/** Anything but a clear yes counts as no. */
export async function askYesNo(terminal: TerminalLines, question: string, signal?: AbortSignal): Promise<boolean> {
  const answer = await terminal.ask(`${question} [y/N] `, signal);
  return /^\s*y(es)?\s*$/i.test(answer ?? "");
}
