// Tool calls: what they are, and the files that their locations, diffs, input, command and output name.
import { filesOfCommand } from "./command-files.ts";
import { fieldsOf, lineOf, listOf, numberOf, textOf, wordsOf, type Fields } from "./fields.ts";
import { findOutputFiles } from "./output-files.ts";
import { outputOf } from "./output-text.ts";
import { findCommand, findFolder, findPatched, findPaths, inputFields, isVerb } from "./raw-input.ts";
import type { Telling } from "./telling.ts";
import { actionOf, findToolKind, findToolName } from "./tool-kind.ts";
import { isEnded, type NamedAccess, type SessionTrail, type ToolCallTrail } from "./trails.ts";

/** `tool_call` and `tool_call_update` alike: agents send them in any order, and more than once. */
export function readToolCall(telling: Telling, session: SessionTrail, fields: Fields): ToolCallTrail | undefined {
  const toolCallId = wordsOf(fields["toolCallId"]);
  if (toolCallId === undefined) return undefined;
  const call = telling.trails.toolCall(session, toolCallId);
  const input = inputFields(fields["rawInput"]);
  const before = call.command;
  learn(call, fields, input);
  if (!isEnded(call.status)) session.openCalls.set(toolCallId, call);
  const command = call.command === before ? undefined : call.command;
  for (const access of namedBy(call, fields, input, command)) telling.fileOf(session, call, access);
  readOutput(telling, session, call, fields);
  settle(telling, session, call);
  tell(telling, session, call);
  return call;
}

/** Version 2 appends content piece by piece. */
export function readToolCallChunk(telling: Telling, session: SessionTrail, fields: Fields): void {
  const toolCallId = wordsOf(fields["toolCallId"]);
  if (toolCallId === undefined) return;
  const call = telling.trails.toolCall(session, toolCallId);
  const content = { content: [fields["content"]] };
  for (const access of diffsOf(content)) telling.fileOf(session, call, access);
  if (!namesFiles(call)) return;
  for (const file of findOutputFiles(outputOf(content), call.kind === "search")) {
    telling.fileOf(session, call, { ...file, action: "search", from: "output" });
  }
}

/** Lets go of what was held back, or drops it, by how far the call is. */
export function settle(telling: Telling, session: SessionTrail, call: ToolCallTrail): void {
  const isUnderWay = call.status === "completed" || (call.status === "in_progress" && !call.isRefused);
  if (isUnderWay && call.openQuestions === 0) telling.release(session, call);
  if (isEnded(call.status)) telling.trails.closeCall(session, call);
}

/** What was announced and has not begun by the end of the turn will not; of an agent that never says how far it is, it is believed. */
export function closeCalls(telling: Telling, session: SessionTrail): void {
  for (const call of session.openCalls.values()) {
    if (call.status === undefined && call.openQuestions === 0 && !call.isRefused) telling.release(session, call);
    telling.trails.closeCall(session, call);
  }
}

/** The files that a call says it will write. */
export function plannedWrites(call: ToolCallTrail, fields: Fields): readonly string[] {
  const paths = new Set<string>();
  for (const { path, action } of namedBy(call, fields, inputFields(fields["rawInput"]), call.command)) {
    if (action === "write") paths.add(path);
  }
  return [...paths];
}

function tell(telling: Telling, session: SessionTrail, call: ToolCallTrail): void {
  const { toolCallId, title, name, kind, status, command } = call;
  const body = { type: "tool_call", toolCallId, title, name, kind, status } as const;
  telling.add(session.sessionId, command === undefined ? body : { ...body, command });
}

/** The latest of each field; null and what is missing change nothing. */
function learn(call: ToolCallTrail, fields: Fields, input: Fields): void {
  call.title = wordsOf(fields["title"]) ?? call.title;
  call.name = findToolName(fields) ?? call.name;
  const kind = findToolKind(fields["kind"], call.name);
  // A question often says `other` of what was announced as more.
  if (kind !== undefined && (kind !== "other" || call.kind === undefined)) call.kind = kind;
  call.kind ??= findToolKind(undefined, call.name);
  call.status = wordsOf(fields["status"]) ?? call.status;
  // One tool that reads and writes, by its first argument.
  if (input["command"] === "view" && isVerb("view", input)) call.kind = "read";
  call.folder = findFolder(input) ?? call.folder;
  call.command = lineOf(findCommand(input)) ?? call.command ?? titleAsCommand(call);
}

/** Some agents say the command nowhere else; `Terminal` and `bash` are no commands. */
function titleAsCommand({ kind, title }: ToolCallTrail): string | undefined {
  if (kind !== "execute" || title === undefined) return undefined;
  const text = /^`([^`]+)`$/s.exec(title)?.[1] ?? title;
  return /\s/.test(text) && !/…$|\.\.\.$/.test(text) ? text : undefined;
}

function* namedBy(
  call: ToolCallTrail,
  fields: Fields,
  input: Fields,
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
  for (const path of findPaths(input, call.kind === "move")) yield { path, action, from: "input" };
  if (action === "write") for (const path of findPatched(input)) yield { path, action, from: "input" };
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

function readOutput(telling: Telling, session: SessionTrail, call: ToolCallTrail, fields: Fields): void {
  if (!namesFiles(call)) return;
  const output = outputOf(fields);
  // Agents send the whole output again with every update.
  if (output.length <= call.scannedChars) return;
  call.scannedChars = output.length;
  for (const file of findOutputFiles(output, call.kind === "search")) {
    telling.fileOf(session, call, { ...file, action: "search", from: "output" });
  }
}

/** The text of a file that was read says nothing about other files. */
function namesFiles({ kind, command }: ToolCallTrail): boolean {
  return kind === "search" || kind === "execute" || (command !== undefined && kind !== "read");
}
