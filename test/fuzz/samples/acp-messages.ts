// Valid ACP messages of both sides, in the order of a conversation: what several targets mutate.
import type { Sample, Samples } from "../../../packages/acp/src/testing/alias-sample.ts";
import { sessionSamples } from "../../../packages/acp/src/testing/session-samples.ts";
import { updateSamples } from "../../../packages/acp/src/testing/update-samples.ts";

export interface WireMessage {
  readonly jsonrpc: "2.0";
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

let nextId = 0;
const request = (method: string, params: unknown): WireMessage => ({ jsonrpc: "2.0", id: nextId++, method, params });
const notification = (method: string, params: unknown): WireMessage => ({ jsonrpc: "2.0", method, params });

const CAPABILITIES = { fs: { readTextFile: true, writeTextFile: true }, terminal: true };
const TEXT = { type: "text", text: "say hello" };
const OPTIONS = [
  { optionId: "yes", name: "Allow", kind: "allow_once" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
];
const TOOL_CALL = { toolCallId: "t1", title: "Write a.txt", kind: "edit", rawInput: { path: "a.txt", content: "x" } };

/** What a client sends to an agent. SESSION and FOLDER are filled in once a session exists. */
export const clientMessages: readonly WireMessage[] = [
  request("initialize", {
    protocolVersion: 1,
    clientCapabilities: CAPABILITIES,
    clientInfo: { name: "fuzz", version: "1" },
  }),
  request("session/new", { cwd: "FOLDER", mcpServers: [], _meta: { agent: "script" } }),
  request("session/load", { sessionId: "SESSION", cwd: "FOLDER", mcpServers: [] }),
  request("session/resume", { sessionId: "SESSION", cwd: "FOLDER", mcpServers: [] }),
  request("session/list", { cwd: "FOLDER" }),
  request("session/prompt", {
    sessionId: "SESSION",
    prompt: [TEXT, { type: "resource_link", uri: "file:///a", name: "a" }],
  }),
  request("session/set_mode", { sessionId: "SESSION", modeId: "ask" }),
  request("session/set_config_option", { sessionId: "SESSION", configId: "model", value: "m" }),
  request("session/fork", { sessionId: "SESSION", cwd: "FOLDER", mcpServers: [] }),
  request("session/close", { sessionId: "SESSION" }),
  request("authenticate", { methodId: "key" }),
  notification("session/cancel", { sessionId: "SESSION" }),
  notification("$/cancel_request", { requestId: 3 }),
];

/** What an agent sends to a client. */
export const agentMessages: readonly WireMessage[] = [
  { jsonrpc: "2.0", id: 0, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } },
  { jsonrpc: "2.0", id: 1, result: { sessionId: "SESSION" } },
  request("session/request_permission", { sessionId: "SESSION", toolCall: TOOL_CALL, options: OPTIONS }),
  request("fs/write_text_file", { sessionId: "SESSION", path: "/a.txt", content: "x" }),
  request("terminal/create", { sessionId: "SESSION", command: "ls", args: ["-l"], env: [{ name: "A", value: "1" }] }),
  { jsonrpc: "2.0", id: 5, result: { stopReason: "end_turn" } },
  { jsonrpc: "2.0", id: 6, error: { code: -32_000, message: "Sign in first", data: { authMethods: [] } } },
  ...allOf(updateSamples)
    .filter(([def]) => def === "SessionUpdate")
    .map(([, update]) => notification("session/update", { sessionId: "SESSION", update })),
];

/** Parameters in the words of other systems. */
export const aliasParams: readonly unknown[] = [...allOf(sessionSamples), ...allOf(updateSamples)].map(
  ([, sent]) => sent,
);

function allOf(samples: Samples): readonly Sample[] {
  return Object.values(samples).flatMap((sample) => (isOne(sample) ? [sample] : sample));
}

function isOne(sample: Sample | readonly Sample[]): sample is Sample {
  return typeof sample[0] === "string";
}
