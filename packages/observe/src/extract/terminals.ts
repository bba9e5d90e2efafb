// Terminals: those that the agent has the client run, and those that it runs itself and only shows (version 2).
import { toCommands, toInnerLine } from "@parley/acp/tool-input";
import { filesOfCommand } from "./command-files.ts";
import { fieldsOf, lineOf, pathOf, textOf, wordsOf, type Fields } from "./fields.ts";
import { LINE_REST_CHARS_MAX } from "./limits.ts";
import { findOutputFiles } from "./output-files.ts";
import { decodeBase64 } from "./output-text.ts";
import type { Telling } from "./telling.ts";
import type { SessionTrail, TerminalTrail } from "./trails.ts";

export function commandOf({ command, args }: Fields): string | undefined {
  const [found] = toCommands(command, args);
  return found === undefined ? undefined : lineOf(toInnerLine(found));
}

export function openTerminal(
  telling: Telling,
  session: SessionTrail,
  terminalId: string,
  command: string | undefined,
  folder: string | undefined,
): TerminalTrail {
  const terminal = telling.trails.addTerminal(session, terminalId, command);
  const toolCallId = callOf(session, command);
  telling.add(session.sessionId, {
    type: "terminal",
    terminalId,
    state: "created",
    ...(command !== undefined && { command }),
    ...(toolCallId !== undefined && { toolCallId }),
  });
  for (const file of filesOfCommand(command ?? "", folder)) {
    const call = toolCallId === undefined ? undefined : session.openCalls.get(toolCallId);
    telling.fileOf(session, call ?? owner(terminal), { ...file, from: "terminal" });
  }
  return terminal;
}

export function endTerminal(
  telling: Telling,
  session: SessionTrail,
  terminalId: string,
  state: "exited" | "released",
): void {
  const terminal = telling.trails.terminal(session, terminalId);
  if (terminal !== undefined) {
    if (state === "exited" && terminal.hasExited) return;
    terminal.hasExited = true;
  }
  telling.add(session.sessionId, { type: "terminal", terminalId, state });
}

/** The answer to `terminal/output`, which has everything each time. */
export function readTerminalOutput(telling: Telling, session: SessionTrail, terminalId: string, result: Fields): void {
  const output = textOf(result["output"]) ?? "";
  const terminal = telling.trails.terminal(session, terminalId);
  if (terminal !== undefined && output.length !== terminal.scannedChars) {
    // What was lost at the beginning makes the rest begin elsewhere.
    const isLonger = output.length > terminal.scannedChars && result["truncated"] !== true;
    const from = isLonger ? output.lastIndexOf("\n", terminal.scannedChars) + 1 : 0;
    terminal.scannedChars = output.length;
    tellOutput(telling, session, terminal, output.slice(from));
  }
  if (result["exitStatus"] !== undefined && result["exitStatus"] !== null) {
    endTerminal(telling, session, terminalId, "exited");
  }
}

/** `terminal_update` of version 2. */
export function readTerminalUpdate(telling: Telling, session: SessionTrail, fields: Fields): void {
  const terminalId = wordsOf(fields["terminalId"]);
  if (terminalId === undefined) return;
  const terminal =
    telling.trails.terminal(session, terminalId) ??
    openTerminal(telling, session, terminalId, lineOf(textOf(fields["command"])), pathOf(fields["cwd"]));
  const data = textOf(fieldsOf(fields["output"])["data"]);
  if (data !== undefined) tellOutput(telling, session, terminal, decodeBase64(data));
  const { exitStatus } = fields;
  if (exitStatus !== undefined && exitStatus !== null) endTerminal(telling, session, terminalId, "exited");
}

/** `terminal_output_chunk` of version 2: a line may come in pieces. */
export function readTerminalChunk(telling: Telling, session: SessionTrail, fields: Fields): void {
  const terminalId = wordsOf(fields["terminalId"]);
  const terminal = terminalId === undefined ? undefined : telling.trails.terminal(session, terminalId);
  if (terminal === undefined) return;
  const text = terminal.rest + decodeBase64(textOf(fields["data"]) ?? "");
  const end = text.lastIndexOf("\n") + 1;
  terminal.rest = text.slice(end).slice(-LINE_REST_CHARS_MAX);
  tellOutput(telling, session, terminal, text.slice(0, end));
}

function tellOutput(telling: Telling, session: SessionTrail, terminal: TerminalTrail, text: string): void {
  for (const file of findOutputFiles(text, false)) {
    telling.fileOf(session, owner(terminal), { ...file, action: "search", from: "output" });
  }
}

function owner({ terminalId }: TerminalTrail): string {
  return `terminal ${terminalId}`;
}

/** The open tool call that has this command. */
function callOf(session: SessionTrail, command: string | undefined): string | undefined {
  if (command === undefined) return undefined;
  for (const call of session.openCalls.values()) if (call.command === command) return call.toolCallId;
  return undefined;
}
