// Small traces for tests, written as a person would write them down.
import type { Frame } from "../../frames/frame.ts";
import { parseTrace } from "../read/read-trace.ts";
import type { Side, TraceItem } from "../trace-item.ts";

/** A message of one side, with when it came. */
export type Told = readonly [from: Side, message: unknown, atMs?: number];

/** A trace of messages; a string is a line that is no JSON. */
export function toTrace(told: readonly Told[]): readonly TraceItem[] {
  return parseTrace(told.map(toLine).join(""));
}

function toLine([from, message, at]: Told): string {
  const content = typeof message === "string" ? { text: message } : { frame: message };
  return `${JSON.stringify({ at, from, ...content })}\n`;
}

export const request = (id: unknown, method: string, params: unknown = {}): unknown => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
export const notification = (method: string, params: unknown = {}): unknown => ({ jsonrpc: "2.0", method, params });
export const response = (id: unknown, result: unknown = {}): unknown => ({ jsonrpc: "2.0", id, result });
export const failure = (id: unknown, code: number, message: string): unknown => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});
export const update = (sessionUpdate: string, fields: object = {}, sessionId = "s1"): unknown =>
  notification("session/update", { sessionId, update: { sessionUpdate, ...fields } });
export const words = (text: string, kind = "agent_message_chunk", sessionId = "s1"): unknown =>
  update(kind, { content: { type: "text", text } }, sessionId);

const CLIENT_CAPABILITIES = { fs: { readTextFile: true, writeTextFile: true }, terminal: true };

/** The first four frames of any conversation: session `s1` in `/repo`. */
export const OPENING: readonly Told[] = [
  ["client", request(0, "initialize", { protocolVersion: 1, clientCapabilities: CLIENT_CAPABILITIES })],
  [
    "agent",
    response(0, { protocolVersion: 1, agentCapabilities: { loadSession: true, sessionCapabilities: { resume: {} } } }),
  ],
  ["client", request(1, "session/new", { cwd: "/repo", mcpServers: [] })],
  ["agent", response(1, { sessionId: "s1" })],
];

/** A turn with the frames in it. */
export function turn(id: number, frames: readonly Told[], stopReason = "end_turn"): readonly Told[] {
  return [
    ["client", request(id, "session/prompt", { sessionId: "s1", prompt: [{ type: "text", text: "Go" }] })],
    ...frames,
    ["agent", response(id, { stopReason })],
  ];
}

/** A frame as a relay hands it over. */
export function toFrame(text: string, fields: Partial<Frame> = {}): Frame {
  let message: unknown;
  try {
    message = JSON.parse(text.replace("\ufeff", ""));
  } catch {
    message = undefined; // Not JSON, as a relay says it.
  }
  return { seq: 1, atMs: 1_000, direction: "to_client", byteLength: Buffer.byteLength(text), text, message, ...fields };
}
