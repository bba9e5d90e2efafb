// Each row of the alias table: what the other system sends, and what it is read as.
import { describe, expect, test } from "vitest";
import { canonicalMethod, METHOD_ALIASES, WOVEN_ALIASES, type WovenAlias } from "./aliases.ts";
import { decoders, type Decoded } from "./decode.ts";

type Sample = [def: keyof Decoded, sent: unknown, readAs: unknown];

const VERSION = { protocolVersion: 1 };
const STDIO = { name: "files", command: "mcp-files", args: [] };
const PAIRS = [{ name: "A", value: "1" }];
const HTTP = { type: "http", name: "web", url: "https://example.com" };
const SSE = { ...HTTP, type: "sse" };
const TERMINAL = { sessionId: "s", command: "ls" };
const MODE = { id: "ask", name: "Ask" };
const TEXT = { type: "text", text: "hi" };
const CHUNK = { sessionUpdate: "agent_message_chunk", content: TEXT };
const ENTRY = { content: "test", priority: "high", status: "failed" };
const FILE = { uri: "file:///a", text: "a", mimeType: "text/plain" };

const SAMPLES: Readonly<Record<string, Sample | readonly Sample[]>> = {
  "InitializeRequest.clientCapabilities ← capabilities": [
    "InitializeRequest",
    { ...VERSION, capabilities: { terminal: true } },
    { ...VERSION, capabilities: { terminal: true }, clientCapabilities: { terminal: true } },
  ],
  "InitializeResponse.agentCapabilities ← capabilities": [
    // An agent of version 2: what it said stays recognisable, whatever the reading as version 1 makes of the copy.
    [
      "InitializeResponse",
      { protocolVersion: 2, info: {}, capabilities: { auth: { logout: 1 } } },
      { protocolVersion: 2, info: {}, capabilities: { auth: { logout: 1 } }, agentCapabilities: { auth: {} } },
    ],
    [
      "InitializeResponse",
      { ...VERSION, capabilities: { loadSession: true } },
      { ...VERSION, capabilities: { loadSession: true }, agentCapabilities: { loadSession: true } },
    ],
  ],
  "InitializeResponse.agentCapabilities ← serverCapabilities": [
    "InitializeResponse",
    { ...VERSION, serverCapabilities: { terminal: true } },
    { ...VERSION, serverCapabilities: { terminal: true }, agentCapabilities: { terminal: true } },
  ],
  "InitializeResponse.agentInfo ← serverInfo": [
    "InitializeResponse",
    { ...VERSION, serverInfo: { name: "a", version: "1" } },
    { ...VERSION, serverInfo: { name: "a", version: "1" }, agentInfo: { name: "a", version: "1" } },
  ],
  "InitializeRequest.protocolVersion as string": [
    ["InitializeRequest", { protocolVersion: "2025-01-21" }, { protocolVersion: 1 }],
    ["InitializeRequest", { protocolVersion: "2" }, { protocolVersion: 2 }],
    ["InitializeRequest", { protocolVersion: "latest" }, { protocolVersion: 1 }],
  ],
  "InitializeResponse.protocolVersion as string": ["InitializeResponse", { protocolVersion: "2025-01-21" }, VERSION],
  "AuthenticateRequest.methodId ← authMethodId": ["AuthenticateRequest", { authMethodId: "key" }, { methodId: "key" }],
  "AuthMethodTerminal.env as array": [
    "AuthMethod",
    { type: "terminal", id: "t", name: "T", env: PAIRS },
    { type: "terminal", id: "t", name: "T", env: { A: "1" } },
  ],
  "SetSessionModeRequest.modeId ← mode": [
    "SetSessionModeRequest",
    { sessionId: "s", mode: "ask" },
    { sessionId: "s", modeId: "ask" },
  ],
  "SessionModeState.availableModes ← modes": [
    "NewSessionResponse",
    { sessionId: "s", modes: { modes: [MODE], currentModeId: "ask" } },
    { sessionId: "s", modes: { availableModes: [MODE], currentModeId: "ask" } },
  ],
  "SessionModeState.currentModeId ← current": [
    "SessionModeState",
    { modes: [MODE], current: "ask" },
    { availableModes: [MODE], currentModeId: "ask" },
  ],
  "SessionModeState.currentModeId ← currentMode": [
    "SessionModeState",
    { availableModes: [MODE], currentMode: "ask" },
    { availableModes: [MODE], currentModeId: "ask" },
  ],
  "SessionMode.id ← name": ["SessionMode", { name: "Ask" }, { name: "Ask", id: "Ask" }],
  "CurrentModeUpdate.currentModeId ← mode": [
    "SessionUpdate",
    { sessionUpdate: "current_mode_update", mode: "ask" },
    { sessionUpdate: "current_mode_update", currentModeId: "ask" },
  ],
  "SessionConfigSelectOption.value ← id": [
    "SessionConfigOption",
    { type: "select", id: "model", name: "Model", currentValue: "m", options: [{ id: "m", name: "M" }] },
    { type: "select", id: "model", name: "Model", currentValue: "m", options: [{ value: "m", name: "M" }] },
  ],
  "SessionConfigSelectGroup.group ← id": [
    "SessionConfigSelectOptions",
    [{ id: "g", name: "G", options: [{ value: "m", name: "M" }] }],
    [{ group: "g", name: "G", options: [{ value: "m", name: "M" }] }],
  ],
  "McpServerStdio.env as object": ["McpServer", { ...STDIO, env: { A: "1" } }, { ...STDIO, env: PAIRS }],
  "McpServerHttp.headers as object": ["McpServer", { ...HTTP, headers: { A: "1" } }, { ...HTTP, headers: PAIRS }],
  "McpServerSse.headers as object": ["McpServer", { ...SSE, headers: { A: "1" } }, { ...SSE, headers: PAIRS }],
  "McpServer unfoldTransport": [
    "McpServer",
    { name: "files", transport: { type: "stdio", command: "mcp-files", args: [], env: {} } },
    { ...STDIO, type: "stdio", env: [] },
  ],
  "CreateTerminalRequest.env as object": [
    "CreateTerminalRequest",
    { ...TERMINAL, env: { A: "1" } },
    { ...TERMINAL, env: PAIRS },
  ],
  "WaitForTerminalExitResponse.exitCode ← exitStatus.exitCode": [
    "WaitForTerminalExitResponse",
    { exitStatus: { exitCode: 2 } },
    { exitStatus: { exitCode: 2 }, exitCode: 2 },
  ],
  "WaitForTerminalExitResponse.signal ← exitStatus.signal": [
    "WaitForTerminalExitResponse",
    { exitStatus: { signal: "TERM" } },
    { exitStatus: { signal: "TERM" }, signal: "TERM" },
  ],
  "ContentBlock embedded_resource → resource": [
    "PromptRequest",
    { sessionId: "s", prompt: [{ type: "embedded_resource", resource: FILE }] },
    { sessionId: "s", prompt: [{ type: "resource", resource: FILE }] },
  ],
  "EmbeddedResourceResource unfoldResource": [
    ["ContentBlock", { type: "resource", resource: { text: FILE } }, { type: "resource", resource: FILE }],
    [
      "ContentBlock",
      { type: "resource", resource: { blob: { uri: "file:///a", blob: "AA==" } } },
      { type: "resource", resource: { uri: "file:///a", blob: "AA==" } },
    ],
  ],
  "ImageContent.data ← imageData": [
    "ContentBlock",
    { type: "image", imageData: "AA==", mimeType: "image/png" },
    { type: "image", data: "AA==", mimeType: "image/png" },
  ],
  "ImageContent.mimeType ← imageMime": [
    "ContentBlock",
    { type: "image", imageData: "AA==", imageMime: "image/png" },
    { type: "image", data: "AA==", mimeType: "image/png" },
  ],
  "AudioContent.data ← audioData": [
    "ContentBlock",
    { type: "audio", audioData: "AA==", mimeType: "audio/wav" },
    { type: "audio", data: "AA==", mimeType: "audio/wav" },
  ],
  "AudioContent.mimeType ← audioMime": [
    "ContentBlock",
    { type: "audio", audioData: "AA==", audioMime: "audio/wav" },
    { type: "audio", data: "AA==", mimeType: "audio/wav" },
  ],
  "SessionNotification gatherUpdate": [
    ["SessionNotification", { sessionId: "s", sessionUpdate: CHUNK, x: 1 }, { sessionId: "s", update: CHUNK, x: 1 }],
    ["SessionNotification", { sessionId: "s", _meta: {}, ...CHUNK }, { sessionId: "s", _meta: {}, update: CHUNK }],
  ],
  "SessionUpdate.sessionUpdate ← type": ["SessionUpdate", { type: "agent_message_chunk", content: TEXT }, CHUNK],
  "ContentChunk.content as string": [
    "SessionNotification",
    { sessionId: "s", sessionUpdate: { type: "agent_message_chunk", content: "hi" } },
    { sessionId: "s", update: CHUNK },
  ],
  "Plan.entries ← plan.entries": [
    "SessionUpdate",
    { sessionUpdate: "plan", plan: { entries: [ENTRY] } },
    { sessionUpdate: "plan", plan: { entries: [ENTRY] }, entries: [ENTRY] },
  ],
  "PlanEntryStatus failed → failed": ["PlanEntry", ENTRY, ENTRY],
  "StopReason max_turns → max_turn_requests": [
    "PromptResponse",
    { stopReason: "max_turns" },
    { stopReason: "max_turn_requests" },
  ],
  "StopReason tool_use → end_turn": ["PromptResponse", { stopReason: "tool_use" }, { stopReason: "end_turn" }],
  "StopReason error → error": ["PromptResponse", { stopReason: "error" }, { stopReason: "error" }],
  "PermissionOptionKind deny → reject_once": [
    "PermissionOption",
    { optionId: "no", name: "No", kind: "deny" },
    { optionId: "no", name: "No", kind: "reject_once" },
  ],
  "RequestPermissionOutcome rejected with selectedOption → selected": [
    "RequestPermissionResponse",
    { outcome: { outcome: "rejected", selectedOption: { optionId: "no" } } },
    { outcome: { outcome: "selected", selectedOption: { optionId: "no" }, optionId: "no" } },
  ],
  "RequestPermissionOutcome rejected → cancelled": [
    "RequestPermissionResponse",
    { outcome: { outcome: "rejected" } },
    { outcome: { outcome: "cancelled" } },
  ],
  "SelectedPermissionOutcome.optionId ← selectedOption.optionId": [
    "RequestPermissionResponse",
    { outcome: { outcome: "selected", selectedOption: { optionId: "yes" } } },
    { outcome: { outcome: "selected", selectedOption: { optionId: "yes" }, optionId: "yes" } },
  ],
};

test("every row has a sample, and every sample a row", () => {
  expect(WOVEN_ALIASES.map(describeAlias).toSorted()).toEqual(Object.keys(SAMPLES).toSorted());
});

describe.each(WOVEN_ALIASES.map(describeAlias))("%s", (row) => {
  const samples = SAMPLES[row] ?? [];
  test.each((isSample(samples) ? [samples] : samples) as Sample[])("%s %j", (def, sent, readAs) => {
    expect(decoders[def](structuredClone(sent))).toMatchObject({ ok: true, value: readAs });
    expect(Object.keys(valueOf(decoders[def](sent)))).toHaveLength(Object.keys(readAs as object).length);
  });
});

test("the field of the schema wins over its alias, which then is an unknown field like any other", () => {
  const both = { methodId: "right", authMethodId: "wrong" };
  expect(decoders.AuthenticateRequest({ ...both })).toEqual({ ok: true, value: both, repairs: [] });
});

test("what cannot be converted fails as if there were no alias", () => {
  expect(decoders.McpServer({ ...STDIO, env: { A: 1 } })).toMatchObject({
    error: { message: "/env/0/value: expected string" },
  });
  expect(decoders.McpServer({ name: "x", transport: 3 })).toMatchObject({
    error: { message: "/command: expected string" },
  });
  expect(decoders.SessionNotification({ sessionId: "s", sessionUpdate: 4 })).toMatchObject({
    error: { message: "/update: expected object" },
  });
  expect(decoders.ContentBlock({ type: "resource", resource: { text: { uri: "x" } } })).toMatchObject({
    error: { message: "/resource: expected object with text or blob" },
  });
});

test("a field that is copied may be nested deeper than the stack", () => {
  const deep = JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`) as unknown;
  const result = decoders.InitializeResponse({ ...VERSION, capabilities: { loadSession: true, deep } });
  expect(result).toMatchObject({ ok: true, value: { agentCapabilities: { loadSession: true } } });
});

test("a nested form cannot change the prototype", () => {
  const sent = JSON.parse('{"text":{"uri":"u","text":"t","__proto__":{"polluted":true}}}') as unknown;
  const value = valueOf(decoders.EmbeddedResourceResource(sent));
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

describe("canonicalMethod", () => {
  test.each(METHOD_ALIASES)("$from → $to", ({ from, to }) => expect(canonicalMethod(from)).toBe(to));
  test.each(["session/prompt", "authenticate", "_x/y", ""])("%j stays", (name) => {
    expect(canonicalMethod(name)).toBe(name);
  });
});

function isSample(samples: Sample | readonly Sample[]): samples is Sample {
  return typeof samples[0] === "string";
}

function valueOf(result: { readonly ok: boolean; readonly value?: unknown }): object {
  return result.value as object;
}

function describeAlias(alias: WovenAlias): string {
  if (alias.kind === "field") return `${alias.at} ← ${alias.from}`;
  if (alias.kind === "form") return `${alias.at} as ${alias.when}`;
  if (alias.kind === "object") return `${alias.at} ${alias.reshape}`;
  const condition = alias.kind === "tag" && alias.having ? ` with ${alias.having}` : "";
  return `${alias.at} ${alias.from}${condition} → ${alias.to}`;
}
