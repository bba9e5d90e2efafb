// Requests and what their answers mean: one row for each method that says something about sessions, turns, files or terminals.
import { canonicalMethod } from "@parley/acp";
import type { RequestId } from "@parley/rpc";
import { fieldsOf, numberOf, pathOf, wordsOf, type Fields } from "./fields.ts";
import { nameRequest, type PendingRequest } from "./pending.ts";
import { readAnswer, readQuestion } from "./permissions.ts";
import { filesOfPrompt } from "./prompt-files.ts";
import { accessKey, type Telling } from "./telling.ts";
import { commandOf, endTerminal, openTerminal, readTerminalOutput } from "./terminals.ts";
import type { SessionTrail } from "./trails.ts";
import { answerPrompt, beginTurn, failPrompt } from "./turns.ts";

interface Answer {
  readonly id: RequestId;
  readonly request: PendingRequest;
  /** Undefined if an error came in its place. */
  readonly result: unknown;
  readonly error: unknown;
}

interface Row {
  /** What the answer will need; undefined if nothing but the session. */
  readonly ask?: (telling: Telling, session: SessionTrail, params: Fields, id: RequestId) => Partial<PendingRequest>;
  readonly answer?: (telling: Telling, session: SessionTrail, answer: Answer) => void;
  readonly fail?: (telling: Telling, session: SessionTrail, answer: Answer) => void;
}

const PROMPT: Row = {
  ask(telling, session, params, id) {
    beginTurn(telling, session, nameRequest(id));
    for (const file of filesOfPrompt(params["prompt"])) telling.file(session, file);
    return {};
  },
  answer: (telling, session, { id, result }) => answerPrompt(telling, session, nameRequest(id), result),
  fail: (telling, session, { id, error }) => failPrompt(telling, session, nameRequest(id), error),
};

const CLOSE: Row = {
  answer: (telling, session) => telling.add(session.sessionId, { type: "session_closed" }),
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

export function readRequest(telling: Telling, id: RequestId, name: string, params: Fields): PendingRequest {
  const method = canonicalMethod(name).slice(0, 200);
  const sessionId = wordsOf(params["sessionId"]);
  if (method === "session/fork") telling.trails.openForks += 1;
  if (method === "session/new" || method === "session/fork") return { method, cwd: pathOf(params["cwd"]), sessionId };
  if (sessionId === undefined) return { method };
  const more = ROWS.get(method)?.ask?.(telling, telling.trails.session(sessionId), params, id);
  return { method, sessionId, ...more };
}

export function readResponse(telling: Telling, id: RequestId, request: PendingRequest, message: Fields): void {
  const { method, sessionId } = request;
  const { error } = message;
  const isError = error !== undefined && error !== null;
  const result = isError ? undefined : (message["result"] ?? null);
  if (method === "session/fork") telling.trails.openForks = Math.max(0, telling.trails.openForks - 1);
  if (method === "initialize") learnVersion(telling, fieldsOf(result));
  else if (method === "session/new" || method === "session/fork") openSession(telling, request, fieldsOf(result));
  else if (sessionId !== undefined) {
    const row = ROWS.get(method);
    (isError ? row?.fail : row?.answer)?.(telling, telling.trails.session(sessionId), { id, request, result, error });
  }
}

/** By the form as well as the number: there are agents that say 2 and speak 1. */
function learnVersion(telling: Telling, result: Fields): void {
  const isSecond = result["protocolVersion"] === 2 && result["agentCapabilities"] === undefined;
  telling.trails.isSecondVersion = isSecond && "capabilities" in result;
}

function openSession(telling: Telling, { method, cwd, sessionId: parent }: PendingRequest, result: Fields): void {
  const sessionId = wordsOf(result["sessionId"]);
  if (sessionId === undefined) return;
  const session = telling.trails.session(sessionId);
  // A proxy and its successor have one name for it, mostly: the first to say so opens it.
  if (telling.trails.isChained && session.cwd !== undefined) return;
  const isFork = method === "session/fork";
  session.cwd = cwd ?? (parent === undefined ? undefined : telling.trails.session(parent).cwd);
  session.isHistory = isFork;
  telling.add(sessionId, { type: "session_opened", cwd: session.cwd, how: isFork ? "fork" : "new" });
}

function reopen(how: "load" | "resume"): Row {
  return {
    ask(_, session, params) {
      const wasHistory = session.isHistory;
      session.isHistory = true;
      return { cwd: pathOf(params["cwd"]) ?? session.cwd, wasHistory };
    },
    answer(telling, session, { request }) {
      session.cwd = request.cwd ?? session.cwd;
      telling.add(session.sessionId, { type: "session_opened", cwd: session.cwd, how });
    },
    fail(_, session, { request }) {
      session.isHistory = request.wasHistory ?? false;
    },
  };
}

function steer(telling: Telling, session: SessionTrail, params: Fields): Partial<PendingRequest> {
  for (const file of filesOfPrompt(params["prompt"])) telling.file(session, file);
  return {};
}

function ask(telling: Telling, session: SessionTrail, params: Fields, id: RequestId): Partial<PendingRequest> {
  return readQuestion(telling, session, id, params);
}

function answer(telling: Telling, session: SessionTrail, { id, request, result }: Answer): void {
  readAnswer(telling, session, id, request, result);
}

/** Told when it was done: a file that is not there was not read, and what was refused was not written. */
function fileRow(action: "read" | "write"): Row {
  return {
    ask(telling, session, params) {
      const path = pathOf(params["path"]);
      if (path === undefined) return {};
      return { path, line: numberOf(params["line"]), toolCallId: callFor(telling, session, path, action) };
    },
    answer(telling, session, { request }) {
      const { path, line, toolCallId } = request;
      if (path === undefined) return;
      if (toolCallId !== undefined) telling.trails.seen.add(...accessKey(session, toolCallId, path, action));
      telling.file(session, { path, action, from: "fs", line }, toolCallId);
    },
  };
}

/** The open tool call that this access belongs to: the one that named the file, or the only one there is. */
function callFor(
  { trails }: Telling,
  session: SessionTrail,
  path: string,
  action: "read" | "write",
): string | undefined {
  let fitting: string | undefined;
  let count = 0;
  for (const { toolCallId, kind } of session.openCalls.values()) {
    if (trails.seen.has(...accessKey(session, toolCallId, path, action))) return toolCallId;
    if (!isFitting(kind, action)) continue;
    fitting = toolCallId;
    count += 1;
  }
  return count === 1 ? fitting : undefined;
}

/** Editing reads as well. */
function isFitting(kind: string | undefined, action: "read" | "write"): boolean {
  if (kind === undefined || kind === "other" || kind === "edit") return true;
  return action === "read" ? kind === "read" : kind === "delete" || kind === "move";
}

function askTerminal(_: Telling, session: SessionTrail, params: Fields): Partial<PendingRequest> {
  return { command: commandOf(params), cwd: pathOf(params["cwd"]) ?? session.cwd };
}

function answerTerminal(telling: Telling, session: SessionTrail, { request, result }: Answer): void {
  const terminalId = wordsOf(fieldsOf(result)["terminalId"]);
  if (terminalId !== undefined) openTerminal(telling, session, terminalId, request.command, request.cwd);
}

function nameTerminal(_: Telling, __: SessionTrail, params: Fields): Partial<PendingRequest> {
  return { terminalId: wordsOf(params["terminalId"]) };
}

function answerOutput(telling: Telling, session: SessionTrail, { request, result }: Answer): void {
  const { terminalId } = request;
  if (terminalId !== undefined) readTerminalOutput(telling, session, terminalId, fieldsOf(result));
}

function terminalRow(state: "exited" | "released"): NonNullable<Row["answer"]> {
  return (telling, session, { request }) => {
    if (request.terminalId !== undefined) endTerminal(telling, session, request.terminalId, state);
  };
}
