// Tool calls: their kind, and the files that their locations, diffs, input, command and output name.
import { filesOfCommand } from "./command-files.ts";
import { readToolCall as readReading, toInnerLine, type ToolCallReading } from "@parley/acp/tool-input";
import { fieldsOf, lineOf, listOf, numberOf, pathOf, textOf, wordsOf, type Fields } from "./fields.ts";
import { COMMAND_CHARS_MAX } from "../limits.ts";
import { findOutputFiles } from "./output-files.ts";
import { outputOf } from "./output-text.ts";
import type { ObservationBuilder } from "./observation-builder.ts";
import { actionOf, findToolKind, findToolName } from "./tool-kind.ts";
import { isEnded, type NamedAccess, type SessionMemory, type ToolCallMemory } from "./connection-memory.ts";

/** `tool_call` and `tool_call_update` alike: agents send them in any order, and more than once. */
export function readToolCall(
  builder: ObservationBuilder,
  session: SessionMemory,
  fields: Fields,
): ToolCallMemory | undefined {
  const toolCallId = wordsOf(fields["toolCallId"]);
  if (toolCallId === undefined) return undefined;
  const call = builder.memory.toolCall(session, toolCallId);
  const before = call.command;
  const input = learn(call, fields);
  if (!isEnded(call.status)) session.openCalls.set(toolCallId, call);
  const command = call.command === before ? undefined : call.command;
  for (const access of namedBy(call, fields, input, command)) builder.fileOf(session, call, access);
  readOutput(builder, session, call, fields);
  settle(builder, session, call);
  addToolCall(builder, session, call);
  return call;
}

/** Version 2 appends content piece by piece. */
export function readToolCallChunk(builder: ObservationBuilder, session: SessionMemory, fields: Fields): void {
  const toolCallId = wordsOf(fields["toolCallId"]);
  if (toolCallId === undefined) return;
  const call = builder.memory.toolCall(session, toolCallId);
  const content = { content: [fields["content"]] };
  for (const access of diffsOf(content)) builder.fileOf(session, call, access);
  if (!namesFiles(call)) return;
  for (const file of findOutputFiles(outputOf(content), call.kind === "search")) {
    builder.fileOf(session, call, { ...file, action: "search", from: "output" });
  }
}

/** Reports or drops the accesses that were held back, depending on the status of the call. */
export function settle(builder: ObservationBuilder, session: SessionMemory, call: ToolCallMemory): void {
  const isUnderWay = call.status === "completed" || (call.status === "in_progress" && !call.isRefused);
  if (isUnderWay && call.openQuestions === 0) builder.release(session, call);
  if (isEnded(call.status)) builder.memory.closeCall(session, call);
}

/**
 * An announced write that has not started by the end of the turn never will. If an agent never reports progress, its
 * announcements count.
 */
export function closeCalls(builder: ObservationBuilder, session: SessionMemory): void {
  for (const call of session.openCalls.values()) {
    if (call.status === undefined && call.openQuestions === 0 && !call.isRefused) builder.release(session, call);
    builder.memory.closeCall(session, call);
  }
}

/** The files that a call says it will write. */
export function plannedWrites(call: ToolCallMemory, fields: Fields): readonly string[] {
  const paths = new Set<string>();
  for (const { path, action } of namedBy(call, fields, readInput(call, fields), call.command)) {
    if (action === "write") paths.add(path);
  }
  return [...paths];
}

function addToolCall(builder: ObservationBuilder, session: SessionMemory, call: ToolCallMemory): void {
  const { toolCallId, title, name, kind, status, command } = call;
  const body = { type: "tool_call", toolCallId, title, name, kind, status } as const;
  builder.add(session.sessionId, command === undefined ? body : { ...body, command });
}

/** The latest value of each field; null and missing fields change nothing. */
function learn(call: ToolCallMemory, fields: Fields): ToolCallReading | undefined {
  call.title = wordsOf(fields["title"]) ?? call.title;
  call.name = findToolName(fields) ?? call.name;
  const kind = findToolKind(fields["kind"], call.name);
  // A question often has the kind `other` although the announcement was more specific.
  if (kind !== undefined && (kind !== "other" || call.kind === undefined)) call.kind = kind;
  call.kind ??= findToolKind(undefined, call.name);
  call.status = wordsOf(fields["status"]) ?? call.status;
  const input = readInput(call, fields);
  // One tool that reads and writes, by its first argument.
  if (input?.verb === "read") call.kind = "read";
  call.folder = pathOf(input?.cwd) ?? call.folder;
  const [command] = input?.commands ?? [];
  const line = command === undefined ? undefined : lineOf(toInnerLine(command).slice(0, COMMAND_CHARS_MAX));
  call.command = line ?? call.command ?? titleAsCommand(call);
  return input;
}

/** Most updates of a tool call have no input. */
function readInput({ kind, name }: ToolCallMemory, { rawInput }: Fields): ToolCallReading | undefined {
  if (rawInput === undefined || rawInput === null) return undefined;
  return readReading({ kind, name, rawInput });
}

/** Some agents have the command only in the title; `Terminal` and `bash` are not commands. */
function titleAsCommand({ kind, title }: ToolCallMemory): string | undefined {
  if (kind !== "execute" || title === undefined) return undefined;
  const text = /^`([^`]+)`$/s.exec(title)?.[1] ?? title;
  return /\s/.test(text) && !/…$|\.\.\.$/.test(text) ? text : undefined;
}

function* namedBy(
  call: ToolCallMemory,
  fields: Fields,
  input: ToolCallReading | undefined,
  command: string | undefined,
): Generator<NamedAccess> {
  const action = actionOf(call.kind);
  yield* diffsOf(fields);
  if (action === undefined) return;
  for (const item of listOf(fields["locations"])) {
    const location = fieldsOf(item);
    const path = textOf(location["path"]);
    if (path !== undefined) yield { path, action, from: "location", line: numberOf(location["line"]) };
  }
  const changed = [...(input?.writes ?? []), ...(input?.deletes ?? []), ...(input?.moves ?? [])];
  for (const path of new Set([...(input?.paths ?? []), ...(action === "write" ? changed : [])])) {
    yield { path, action, from: "input" };
  }
  if (command === undefined) return;
  for (const file of filesOfCommand(command, call.folder)) yield { ...file, from: "command" };
}

/** One file each in version 1, several in version 2. */
function* diffsOf(fields: Fields): Generator<NamedAccess> {
  for (const item of listOf(fields["content"])) {
    const part = fieldsOf(item);
    if (part["type"] !== "diff") continue;
    for (const change of [part, ...listOf(part["changes"]).map(fieldsOf)]) {
      for (const path of [textOf(change["path"]), textOf(change["oldPath"])]) {
        if (path !== undefined) yield { path, action: "write", from: "diff" };
      }
    }
  }
}

function readOutput(builder: ObservationBuilder, session: SessionMemory, call: ToolCallMemory, fields: Fields): void {
  if (!namesFiles(call)) return;
  const output = outputOf(fields);
  // Agents send the whole output again with every update.
  if (output.length <= call.scannedChars) return;
  call.scannedChars = output.length;
  for (const file of findOutputFiles(output, call.kind === "search")) {
    builder.fileOf(session, call, { ...file, action: "search", from: "output" });
  }
}

/** The text of a file that was read says nothing about other files. */
function namesFiles({ kind, command }: ToolCallMemory): boolean {
  return kind === "search" || kind === "execute" || (command !== undefined && kind !== "read");
}
