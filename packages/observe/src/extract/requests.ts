// Requests and their answers: one row for each method with information about sessions, turns, files or terminals.
import { canonicalMethod } from "@parley/acp";
import type { RequestId } from "@parley/rpc";
import { fieldsOf, numberOf, pathOf, wordsOf, type Fields } from "./fields.ts";
import { nameRequest, type PendingRequest } from "./pending-requests.ts";
import { readAnswer, readQuestion } from "./permissions.ts";
import { filesOfPrompt } from "./prompt-files.ts";
import { accessKey, type ObservationBuilder } from "./observation-builder.ts";
import { commandOf, endTerminal, openTerminal, readTerminalOutput } from "./terminals.ts";
import type { SessionMemory } from "./connection-memory.ts";
import { answerPrompt, beginTurn, failPrompt } from "./turns.ts";

interface Answer {
  readonly id: RequestId;
  readonly request: PendingRequest;
  /** Undefined if an error came instead. */
  readonly result: unknown;
  readonly error: unknown;
}

interface Row {
  /** Data needed to handle the answer; undefined if only the session is. */
  readonly ask?: (
    builder: ObservationBuilder,
    session: SessionMemory,
    params: Fields,
    id: RequestId,
  ) => Partial<PendingRequest>;
  readonly answer?: (builder: ObservationBuilder, session: SessionMemory, answer: Answer) => void;
  readonly fail?: (builder: ObservationBuilder, session: SessionMemory, answer: Answer) => void;
}

const PROMPT: Row = {
  ask(builder, session, params, id) {
    beginTurn(builder, session, nameRequest(id));
    for (const file of filesOfPrompt(params["prompt"])) builder.file(session, file);
    return {};
  },
  answer: (builder, session, { id, result }) => answerPrompt(builder, session, nameRequest(id), result),
  fail: (builder, session, { id, error }) => failPrompt(builder, session, nameRequest(id), error),
};

const CLOSE: Row = {
  answer: (builder, session) => builder.add(session.sessionId, { type: "session_closed" }),
};

const ROWS: ReadonlyMap<string, Row> = new Map<string, Row>([
  ["session/load", reopen("load")],
  ["session/resume", reopen("resume")],
  ["session/close", CLOSE],
  ["session/delete", CLOSE],
  ["session/prompt", PROMPT],
  ["_session/steering", { ask: steer }],
  ["session/request_permission", { ask, answer, fail: answer }],
  ["fs/read_text_file", fileRow("read")],
  ["fs/write_text_file", fileRow("write")],
  ["terminal/create", { ask: askTerminal, answer: answerTerminal }],
  ["terminal/output", { ask: nameTerminal, answer: answerOutput }],
  ["terminal/wait_for_exit", { ask: nameTerminal, answer: terminalRow("exited") }],
  ["terminal/release", { ask: nameTerminal, answer: terminalRow("released") }],
]);

export function readRequest(builder: ObservationBuilder, id: RequestId, name: string, params: Fields): PendingRequest {
  const method = canonicalMethod(name).slice(0, 200);
  const sessionId = wordsOf(params["sessionId"]);
  if (method === "session/fork") builder.memory.openForks += 1;
  if (method === "session/new" || method === "session/fork") return { method, cwd: pathOf(params["cwd"]), sessionId };
  if (sessionId === undefined) return { method };
  const more = ROWS.get(method)?.ask?.(builder, builder.memory.session(sessionId), params, id);
  return { method, sessionId, ...more };
}

export function readResponse(
  builder: ObservationBuilder,
  id: RequestId,
  request: PendingRequest,
  message: Fields,
): void {
  const { method, sessionId } = request;
  const { error } = message;
  const isError = error !== undefined && error !== null;
  const result = isError ? undefined : (message["result"] ?? null);
  if (method === "session/fork") builder.memory.openForks = Math.max(0, builder.memory.openForks - 1);
  if (method === "initialize") learnVersion(builder, fieldsOf(result));
  else if (method === "session/new" || method === "session/fork") openSession(builder, request, fieldsOf(result));
  else if (sessionId !== undefined) {
    const row = ROWS.get(method);
    (isError ? row?.fail : row?.answer)?.(builder, builder.memory.session(sessionId), { id, request, result, error });
  }
}

/** Checks the form as well as the number, because some agents claim version 2 and speak version 1. */
function learnVersion(builder: ObservationBuilder, result: Fields): void {
  const isSecond = result["protocolVersion"] === 2 && result["agentCapabilities"] === undefined;
  builder.memory.isSecondVersion = isSecond && "capabilities" in result;
}

function openSession(
  builder: ObservationBuilder,
  { method, cwd, sessionId: parent }: PendingRequest,
  result: Fields,
): void {
  const sessionId = wordsOf(result["sessionId"]);
  if (sessionId === undefined) return;
  const session = builder.memory.session(sessionId);
  // A proxy and its successor usually have the same session id: the first answer opens the session.
  if (builder.memory.isChained && session.cwd !== undefined) return;
  const isFork = method === "session/fork";
  session.cwd = cwd ?? (parent === undefined ? undefined : builder.memory.session(parent).cwd);
  session.isHistory = isFork;
  builder.add(sessionId, { type: "session_opened", cwd: session.cwd, how: isFork ? "fork" : "new" });
}

function reopen(how: "load" | "resume"): Row {
  return {
    ask(_, session, params) {
      const wasHistory = session.isHistory;
      session.isHistory = true;
      return { cwd: pathOf(params["cwd"]) ?? session.cwd, wasHistory };
    },
    answer(builder, session, { request }) {
      session.cwd = request.cwd ?? session.cwd;
      builder.add(session.sessionId, { type: "session_opened", cwd: session.cwd, how });
    },
    fail(_, session, { request }) {
      session.isHistory = request.wasHistory ?? false;
    },
  };
}

function steer(builder: ObservationBuilder, session: SessionMemory, params: Fields): Partial<PendingRequest> {
  for (const file of filesOfPrompt(params["prompt"])) builder.file(session, file);
  return {};
}

function ask(
  builder: ObservationBuilder,
  session: SessionMemory,
  params: Fields,
  id: RequestId,
): Partial<PendingRequest> {
  return readQuestion(builder, session, id, params);
}

function answer(builder: ObservationBuilder, session: SessionMemory, { id, request, result }: Answer): void {
  readAnswer(builder, session, id, request, result);
}

/** Reported when the response arrives: a missing file was not read, and a rejected write did not happen. */
function fileRow(action: "read" | "write"): Row {
  return {
    ask(builder, session, params) {
      const path = pathOf(params["path"]);
      if (path === undefined) return {};
      return { path, line: numberOf(params["line"]), toolCallId: callFor(builder, session, path, action) };
    },
    answer(builder, session, { request }) {
      const { path, line, toolCallId } = request;
      if (path === undefined) return;
      if (toolCallId !== undefined) builder.memory.seen.add(...accessKey(session, toolCallId, path, action));
      builder.file(session, { path, action, from: "fs", line }, toolCallId);
    },
  };
}

/** The open tool call that this access belongs to: the one that named the file, or the only open one. */
function callFor(
  { memory }: ObservationBuilder,
  session: SessionMemory,
  path: string,
  action: "read" | "write",
): string | undefined {
  let fitting: string | undefined;
  let count = 0;
  for (const { toolCallId, kind } of session.openCalls.values()) {
    if (memory.seen.has(...accessKey(session, toolCallId, path, action))) return toolCallId;
    if (!isFitting(kind, action)) continue;
    fitting = toolCallId;
    count += 1;
  }
  return count === 1 ? fitting : undefined;
}

/** Editing includes reading. */
function isFitting(kind: string | undefined, action: "read" | "write"): boolean {
  if (kind === undefined || kind === "other" || kind === "edit") return true;
  return action === "read" ? kind === "read" : kind === "delete" || kind === "move";
}

function askTerminal(_: ObservationBuilder, session: SessionMemory, params: Fields): Partial<PendingRequest> {
  return { command: commandOf(params), cwd: pathOf(params["cwd"]) ?? session.cwd };
}

function answerTerminal(builder: ObservationBuilder, session: SessionMemory, { request, result }: Answer): void {
  const terminalId = wordsOf(fieldsOf(result)["terminalId"]);
  if (terminalId !== undefined) openTerminal(builder, session, terminalId, request.command, request.cwd);
}

function nameTerminal(_: ObservationBuilder, __: SessionMemory, params: Fields): Partial<PendingRequest> {
  return { terminalId: wordsOf(params["terminalId"]) };
}

function answerOutput(builder: ObservationBuilder, session: SessionMemory, { request, result }: Answer): void {
  const { terminalId } = request;
  if (terminalId !== undefined) readTerminalOutput(builder, session, terminalId, fieldsOf(result));
}

function terminalRow(state: "exited" | "released"): NonNullable<Row["answer"]> {
  return (builder, session, { request }) => {
    if (request.terminalId !== undefined) endTerminal(builder, session, request.terminalId, state);
  };
}
