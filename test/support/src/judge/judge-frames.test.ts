import { describe, expect, it } from "vitest";
import type { RecordedFrame } from "../record-frames.ts";
import { judgeFrames } from "./judge-frames.ts";

function client(frame: object): RecordedFrame {
  return { from: "client", frame: { jsonrpc: "2.0", ...frame } };
}

function agent(frame: object): RecordedFrame {
  return { from: "agent", frame: { jsonrpc: "2.0", ...frame } };
}

const newSession = { cwd: "/workspace", mcpServers: [] };

describe("the judge of frames", () => {
  it("is content with a good conversation", () => {
    const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "x" }, _meta: { any: 1 } };
    const frames = [
      client({ id: 0, method: "initialize", params: { protocolVersion: 1 } }),
      agent({ id: 0, result: { protocolVersion: 1 } }),
      client({ id: 1, method: "session/new", params: newSession }),
      agent({ method: "session/update", params: { sessionId: "s", update } }),
      agent({ id: 1, result: { sessionId: "s" } }),
      agent({ id: 1, method: "_x/y", params: [1] }),
      client({ id: 1, error: { code: -32601, message: "No" } }),
      client({ method: "$/cancel_request", params: { requestId: 1 } }),
    ];
    expect(judgeFrames(frames)).toEqual([]);
  });

  it.each<[fault: string, frame: RecordedFrame]>([
    ["is not an object", { from: "client", frame: [] }],
    ['jsonrpc is not "2.0"', { from: "client", frame: { id: 0, method: "_x" } }],
    ["method is not a string", client({ id: 0, method: 7 })],
    ["the id is not a number, string or null", client({ id: {}, method: "_x" })],
    ["x/y: unknown method", client({ method: "x/y" })],
    ["params are not an object", client({ method: "_x", params: 7 })],
    ["has the field extra", client({ method: "_x", extra: 1 })],
    ["sent by the side that answers it", agent({ id: 0, method: "session/new", params: newSession })],
    ["is a request", client({ method: "session/new", params: newSession })],
    ["is a notification", client({ id: 0, method: "session/cancel", params: { sessionId: "s" } })],
    ["must have required property 'cwd'", client({ id: 0, method: "session/new", params: { mcpServers: [] } })],
    ["/cwd is not an absolute path", client({ id: 0, method: "session/new", params: { ...newSession, cwd: "a/b" } })],
    ["/colour is not in the schema", client({ id: 0, method: "session/new", params: { ...newSession, colour: 1 } })],
    ["answers 5, which was not asked", agent({ id: 5, result: {} })],
    ["has not exactly one of result and error", agent({ id: 5, result: {}, error: { code: 1, message: "" } })],
    ["the error code is not an integer", agent({ id: null, error: { code: "x", message: "" } })],
    [
      "/line is a line below 1",
      agent({ id: 0, method: "fs/read_text_file", params: { sessionId: "s", path: "/a", line: 0 } }),
    ],
  ])("finds: %s", (fault, frame) => {
    expect(judgeFrames([frame]).join("\n")).toContain(fault);
  });

  it("looks into unions and lists, and into answers", () => {
    const content = [{ type: "diff", path: "a.txt", newText: "", mood: "fine" }];
    const update = { sessionUpdate: "tool_call", toolCallId: "t", title: "T", content, rawInput: { any: "thing" } };
    expect(judgeFrames([agent({ method: "session/update", params: { sessionId: "s", update } })])).toEqual([
      "#1 agent: session/update: /update/content/0/path is not an absolute path",
      "#1 agent: session/update: /update/content/0/mood is not in the schema",
    ]);
    const asked = client({ id: 1, method: "session/prompt", params: { sessionId: "s", prompt: [] } });
    expect(judgeFrames([asked, agent({ id: 1, result: {} })])).toEqual([
      expect.stringContaining("the answer to session/prompt"),
    ]);
  });

  it("minds an id that is in use", () => {
    const ask = client({ id: 1, method: "_x" });
    expect(judgeFrames([ask, ask])).toEqual(["#2 client: _x: the id 1 is already in use"]);
    expect(judgeFrames([ask, agent({ id: 1, result: 1 }), ask])).toEqual([]);
  });
});
