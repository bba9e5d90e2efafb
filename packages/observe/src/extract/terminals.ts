// Terminals: those that the client runs for the agent, and those that the agent runs itself and only reports (version
// 2).
import { toCommands, toInnerLine } from "@parley/acp/tool-input";
import { filesOfCommand } from "./command-files.ts";
import { fieldsOf, lineOf, pathOf, textOf, wordsOf, type Fields } from "./fields.ts";
import { LINE_REST_CHARS_MAX } from "../limits.ts";
import { findOutputFiles } from "./output-files.ts";
import { decodeBase64 } from "./output-text.ts";
import type { ObservationBuilder } from "./observation-builder.ts";
import type { SessionMemory, TerminalMemory } from "./connection-memory.ts";

export function commandOf({ command, args }: Fields): string | undefined {
  const [found] = toCommands(command, args);
  return found === undefined ? undefined : lineOf(toInnerLine(found));
}

export function openTerminal(
  builder: ObservationBuilder,
  session: SessionMemory,
  terminalId: string,
  command: string | undefined,
  folder: string | undefined,
): TerminalMemory {
  const terminal = builder.memory.addTerminal(session, terminalId, command);
  const toolCallId = callOf(session, command);
  builder.add(session.sessionId, {
    type: "terminal",
    terminalId,
    state: "created",
    ...(command !== undefined && { command }),
    ...(toolCallId !== undefined && { toolCallId }),
  });
  for (const file of filesOfCommand(command ?? "", folder)) {
    const call = toolCallId === undefined ? undefined : session.openCalls.get(toolCallId);
    builder.fileOf(session, call ?? owner(terminal), { ...file, from: "terminal" });
  }
  return terminal;
}

export function endTerminal(
  builder: ObservationBuilder,
  session: SessionMemory,
  terminalId: string,
  state: "exited" | "released",
): void {
  const terminal = builder.memory.terminal(session, terminalId);
  if (terminal !== undefined) {
    if (state === "exited" && terminal.hasExited) return;
    terminal.hasExited = true;
  }
  builder.add(session.sessionId, { type: "terminal", terminalId, state });
}

/** The answer to `terminal/output`, which has the whole output each time. */
export function readTerminalOutput(
  builder: ObservationBuilder,
  session: SessionMemory,
  terminalId: string,
  result: Fields,
): void {
  const output = textOf(result["output"]) ?? "";
  const terminal = builder.memory.terminal(session, terminalId);
  if (terminal !== undefined && output.length !== terminal.scannedChars) {
    // If the beginning was dropped, the rest starts at another offset.
    const isLonger = output.length > terminal.scannedChars && result["truncated"] !== true;
    const from = isLonger ? output.lastIndexOf("\n", terminal.scannedChars) + 1 : 0;
    terminal.scannedChars = output.length;
    addOutputFiles(builder, session, terminal, output.slice(from));
  }
  if (result["exitStatus"] !== undefined && result["exitStatus"] !== null) {
    endTerminal(builder, session, terminalId, "exited");
  }
}

/** `terminal_update` of version 2. */
export function readTerminalUpdate(builder: ObservationBuilder, session: SessionMemory, fields: Fields): void {
  const terminalId = wordsOf(fields["terminalId"]);
  if (terminalId === undefined) return;
  const terminal =
    builder.memory.terminal(session, terminalId) ??
    openTerminal(builder, session, terminalId, lineOf(textOf(fields["command"])), pathOf(fields["cwd"]));
  const data = textOf(fieldsOf(fields["output"])["data"]);
  if (data !== undefined) addOutputFiles(builder, session, terminal, decodeBase64(data));
  const { exitStatus } = fields;
  if (exitStatus !== undefined && exitStatus !== null) endTerminal(builder, session, terminalId, "exited");
}

/** `terminal_output_chunk` of version 2: a line may arrive in several pieces. */
export function readTerminalChunk(builder: ObservationBuilder, session: SessionMemory, fields: Fields): void {
  const terminalId = wordsOf(fields["terminalId"]);
  const terminal = terminalId === undefined ? undefined : builder.memory.terminal(session, terminalId);
  if (terminal === undefined) return;
  const text = terminal.rest + decodeBase64(textOf(fields["data"]) ?? "");
  const end = text.lastIndexOf("\n") + 1;
  terminal.rest = text.slice(end).slice(-LINE_REST_CHARS_MAX);
  addOutputFiles(builder, session, terminal, text.slice(0, end));
}

function addOutputFiles(
  builder: ObservationBuilder,
  session: SessionMemory,
  terminal: TerminalMemory,
  text: string,
): void {
  for (const file of findOutputFiles(text, false)) {
    builder.fileOf(session, owner(terminal), { ...file, action: "search", from: "output" });
  }
}

function owner({ terminalId }: TerminalMemory): string {
  return `terminal ${terminalId}`;
}

/** The open tool call that has this command. */
function callOf(session: SessionMemory, command: string | undefined): string | undefined {
  if (command === undefined) return undefined;
  for (const call of session.openCalls.values()) if (call.command === command) return call.toolCallId;
  return undefined;
}
