// Each finding by a small trace of its own; and a good conversation has none.
import { describe, expect, it } from "vitest";
import { parseTrace } from "../read/read-trace.ts";
import {
  failure,
  notification,
  OPENING,
  request,
  response,
  toTrace,
  turn,
  update,
  words,
  type Told,
} from "../testing/frames.ts";
import { FINDINGS, type FindingCode } from "./finding.ts";
import { validateTrace } from "./validate-trace.ts";

async function codesOf(told: readonly Told[]): Promise<readonly string[]> {
  const { findings } = await validateTrace(toTrace(told));
  return findings.map(({ line, code }) => `${line} ${code}`);
}

const call = (status: string | undefined, toolCallId = "t1"): unknown =>
  update("tool_call", { toolCallId, title: "x", ...(status !== undefined && { status }) });
const progress = (status: string, toolCallId = "t1"): unknown => update("tool_call_update", { toolCallId, status });
const OPTIONS = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
const ask = (id: number, toolCallId = "t1", options: unknown = OPTIONS): unknown =>
  request(id, "session/request_permission", { sessionId: "s1", toolCall: { toolCallId }, options });
const answer = (id: number, optionId = "yes"): unknown => response(id, { outcome: { outcome: "selected", optionId } });
const terminal = (terminalId: string): unknown =>
  update("tool_call_update", { toolCallId: "t1", content: [{ type: "terminal", terminalId }] });
const inTurn = (...frames: readonly Told[]): readonly Told[] => [...OPENING, ...turn(2, frames)];

it("finds nothing in a good conversation", async () => {
  const told: readonly Told[] = [
    ...OPENING,
    ["agent", update("available_commands_update", { availableCommands: [] })],
    ...turn(2, [
      ["agent", words("Let me look.")],
      ["agent", call("pending")],
      ["agent", ask(7)],
      ["client", answer(7)],
      ["agent", progress("in_progress")],
      ["agent", request(8, "fs/read_text_file", { sessionId: "s1", path: "/repo/a" })],
      ["client", response(8, { content: "a" })],
      ["agent", request(9, "terminal/create", { sessionId: "s1", command: "ls" })],
      ["client", response(9, { terminalId: "term" })],
      ["agent", terminal("term")],
      ["agent", request(10, "terminal/release", { sessionId: "s1", terminalId: "term" })],
      ["client", response(10)],
      ["agent", progress("completed")],
      ["agent", words("Done.")],
    ]),
  ];
  expect(await codesOf(told)).toEqual([]);
  expect((await validateTrace(toTrace(told))).frames).toBe(told.length);
});

/** Where each finding is to be, and in what. */
const CASES: Partial<Record<FindingCode, readonly [line: number, told: readonly Told[]]>> = {
  "not-json": [6, inTurn(["agent", "Warning: no such model"])],
  "not-a-message": [6, inTurn(["agent", { jsonrpc: "2.0", id: 4 }])],
  batch: [6, inTurn(["agent", [words("a"), words("b")]])],
  "no-jsonrpc": [6, inTurn(["agent", { method: "_x", params: {} }])],
  "bad-id": [6, inTurn(["agent", request({ a: 1 }, "_x")], ["client", response(7)])],
  "error-shape": [7, inTurn(["agent", request(7, "_x")], ["client", { jsonrpc: "2.0", id: 7, error: "no" }])],
  "orphan-response": [6, inTurn(["agent", response(99)])],
  "answered-twice": [7, [...inTurn(), ["agent", response(2, { stopReason: "end_turn" })]]],
  "answer-without-id": [6, inTurn(["agent", failure(null, -32_700, "Parse error")])],
  "duplicate-id": [7, inTurn(["agent", request(7, "_x")], ["agent", request(7, "_x")], ["client", response(7)])],
  "id-reused": [
    8,
    inTurn(["agent", request(7, "_x")], ["client", response(7)], ["agent", request(7, "_x")], ["client", response(7)]),
  ],
  unanswered: [6, inTurn(["agent", request(7, "fs/read_text_file", { sessionId: "s1", path: "/a" })])],
  "wrong-side": [6, inTurn(["agent", notification("session/cancel", { sessionId: "s1" })])],
  "request-expected": [6, inTurn(["agent", notification("fs/read_text_file", { sessionId: "s1", path: "/a" })])],
  "notification-expected": [6, inTurn(["client", request(7, "session/cancel", { sessionId: "s1" })])],
  "unknown-method": [6, inTurn(["agent", notification("qwen/notify", {})])],
  "extension-method": [6, inTurn(["agent", notification("_auth/status_update", {})])],
  "other-name": [6, inTurn(["client", notification("cancel", { sessionId: "s1" })])],
  "invalid-params": [6, inTurn(["agent", update("agent_message_chunk", { content: { type: "text", text: 5 } })])],
  "invalid-result": [
    7,
    inTurn(
      ["agent", request(7, "fs/read_text_file", { sessionId: "s1", path: "/a" })],
      ["client", response(7, { text: "" })],
    ),
  ],
  "null-result": [
    7,
    inTurn(
      ["agent", request(7, "fs/write_text_file", { sessionId: "s1", path: "/a", content: "" })],
      ["client", response(7, null)],
    ),
  ],
  "capability-missing": [
    5,
    [...OPENING, ["client", request(2, "session/list", {})], ["agent", response(2, { sessions: [] })]],
  ],
  "relative-path": [
    6,
    inTurn([
      "agent",
      update("tool_call", { toolCallId: "t1", title: "x", status: "completed", locations: [{ path: "src/a.ts" }] }),
    ]),
  ],
  "not-initialized": [
    1,
    [
      ["client", request(1, "session/new", { cwd: "/w", mcpServers: [] })],
      ["agent", response(1, { sessionId: "s1" })],
    ],
  ],
  "initialized-again": [
    5,
    [
      ...OPENING,
      ["client", request(5, "initialize", { protocolVersion: 1 })],
      ["agent", response(5, { protocolVersion: 1 })],
    ],
  ],
  "version-raised": [
    2,
    [
      ["client", request(0, "initialize", { protocolVersion: 1 })],
      ["agent", response(0, { protocolVersion: 2, agentCapabilities: {} })],
    ],
  ],
  "version-shape": [
    2,
    [
      ["client", request(0, "initialize", { protocolVersion: 2 })],
      ["agent", response(0, { protocolVersion: 2, agentCapabilities: {} })],
    ],
  ],
  "version-unchecked": [
    2,
    [
      ["client", request(0, "initialize", { protocolVersion: 2 })],
      ["agent", response(0, { protocolVersion: 2, info: { name: "a", version: "1" }, capabilities: {} })],
    ],
  ],
  "unknown-session": [6, inTurn(["agent", words("x", "agent_message_chunk", "s9")])],
  "update-before-session": [
    4,
    [...OPENING.slice(0, 3), ["agent", update("usage_update", { used: 1, size: 2 })], ...OPENING.slice(3)],
  ],
  "update-after-turn": [7, [...inTurn(), ["agent", words("late")]]],
  "state-after-turn": [7, [...inTurn(), ["agent", update("session_info_update", { title: "x" })]]],
  "history-after-load": [
    5,
    [
      ...OPENING.slice(0, 2),
      ["client", request(1, "session/load", { sessionId: "s1", cwd: "/w", mcpServers: [] })],
      ["agent", response(1)],
      ["agent", words("old")],
    ],
  ],
  "history-on-resume": [
    4,
    [
      ...OPENING.slice(0, 2),
      ["client", request(1, "session/resume", { sessionId: "s1", cwd: "/w" })],
      ["agent", words("old")],
      ["agent", response(1)],
    ],
  ],
  "prompt-overlap": [6, [...OPENING, ...turn(2, turn(3, []))]],
  "cancel-ignored": [7, inTurn(["client", notification("session/cancel", { sessionId: "s1" })])],
  "cancel-failed": [
    7,
    [
      ...inTurn(["client", notification("session/cancel", { sessionId: "s1" })]).slice(0, -1),
      ["agent", failure(2, -32_603, "x")],
    ],
  ],
  "update-before-tool-call": [6, inTurn(["agent", progress("completed")])],
  "tool-call-repeated": [7, inTurn(["agent", call("completed")], ["agent", call("completed")])],
  "status-backwards": [
    7,
    inTurn(["agent", call("failed")], ["agent", progress("pending")], ["agent", progress("completed")]),
  ],
  "tool-call-unfinished": [7, inTurn(["agent", call("in_progress")])],
  "permission-unannounced": [6, inTurn(["agent", ask(7, "t9")], ["client", answer(7)])],
  "permission-option-unknown": [
    8,
    inTurn(["agent", call("completed")], ["agent", ask(7)], ["client", answer(7, "no")]),
  ],
  "permission-option-twice": [
    7,
    inTurn(["agent", call("completed")], ["agent", ask(7, "t1", [...OPTIONS, ...OPTIONS])], ["client", answer(7)]),
  ],
  "permission-outlived-cancel": [
    9,
    [
      ...OPENING,
      ...turn(
        2,
        [
          ["agent", call("completed")],
          ["agent", ask(7)],
          ["client", notification("session/cancel", { sessionId: "s1" })],
          ["client", answer(7)],
        ],
        "cancelled",
      ),
    ],
  ],
  "unknown-terminal": [7, inTurn(["agent", call("completed")], ["agent", terminal("x")], ["agent", terminal("x")])],
  "terminal-released": [
    10,
    inTurn(
      ["agent", request(7, "terminal/create", { sessionId: "s1", command: "ls" })],
      ["client", response(7, { terminalId: "t" })],
      ["agent", request(8, "terminal/release", { sessionId: "s1", terminalId: "t" })],
      ["client", response(8)],
      ["agent", request(9, "terminal/output", { sessionId: "s1", terminalId: "t" })],
      ["client", failure(9, -32_002, "gone")],
    ),
  ],
  "terminal-kept": [
    6,
    inTurn(
      ["agent", request(7, "terminal/create", { sessionId: "s1", command: "ls" })],
      ["client", response(7, { terminalId: "t" })],
    ),
  ],
  "closed-session": [
    7,
    [
      ["client", request(0, "initialize", { protocolVersion: 1 })],
      ["agent", response(0, { protocolVersion: 1, agentCapabilities: { sessionCapabilities: { close: {} } } })],
      ...OPENING.slice(2),
      ["client", request(5, "session/close", { sessionId: "s1" })],
      ["agent", response(5)],
      ["agent", update("usage_update", { used: 1, size: 2 })],
    ],
  ],
};

describe("each finding", () => {
  it.each(Object.entries(CASES))("%s", async (code, [line, told]) => {
    const { findings, byCode, counts } = await validateTrace(toTrace(told));
    expect(findings.filter((finding) => finding.code === code)).toMatchObject([
      { line, severity: FINDINGS[code as FindingCode] },
    ]);
    expect(byCode[code as FindingCode]).toBe(1);
    // One thing at a time: a case that shows more than it is meant to shows too little.
    const others = findings.filter((finding) => finding.code !== code && finding.severity === "error");
    expect(others.map((finding) => `${finding.line} ${finding.code}`)).toEqual(OTHERS[code as FindingCode] ?? []);
    expect(counts.error + counts.warning + counts.info).toBe(findings.length);
  });

  it("has a case for every code there is", () => {
    const told = new Set([...Object.keys(CASES), ...IN_FILES]);
    expect(Object.keys(FINDINGS).filter((code) => !told.has(code))).toEqual([]);
  });
});

/** Errors that cannot come alone. */
const OTHERS: Partial<Record<FindingCode, readonly string[]>> = {
  "bad-id": ["7 orphan-response"],
  "request-expected": [],
  "permission-option-twice": [],
};

/** What is about the file, below. */
const IN_FILES: readonly FindingCode[] = ["damaged-line", "half-line", "frames-dropped", "frame-not-kept"];

describe("a file that is not whole", () => {
  it("is said to be damaged, or cut off", async () => {
    const { findings } = await validateTrace(
      parseTrace('{"from":"agent","head":"{","bytes":9999999}\nnonsense\n{"at":1,"dropped":3}\n{"from":"ag'),
    );
    expect(findings.map(({ line, code, severity }) => [line, code, severity])).toEqual([
      [1, "frame-not-kept", "info"],
      [2, "damaged-line", "warning"],
      [3, "frames-dropped", "warning"],
      [4, "half-line", "info"],
    ]);
  });

  it("is not blamed for what an earlier part has said", async () => {
    const told = toTrace([
      ["agent", response(4, { stopReason: "end_turn" })],
      ["agent", progress("completed")],
      ["agent", words("x")],
    ]);
    const header = parseTrace('{"v":1,"kind":"parley-trace","id":"x","part":2,"redacted":true}\n');
    expect((await validateTrace([...header, ...told])).findings).toEqual([]);
    expect((await validateTrace(told)).counts.error).toBeGreaterThan(0);
  });
});

describe("several connections", () => {
  it("are distinguished when a client starts again with the same ids", async () => {
    const { findings, connections } = await validateTrace(toTrace([...inTurn(), ...inTurn()]));
    expect(findings).toEqual([]);
    expect(connections).toBe(2);
  });

  it("do not share sessions", async () => {
    expect(await codesOf([...inTurn(), ...OPENING.slice(0, 2), ["agent", words("x")]])).toEqual(["9 unknown-session"]);
  });

  it("begin with a header too", async () => {
    const header = parseTrace('{"v":1,"kind":"parley-trace","redacted":true,"part":1}\n');
    const { connections, findings } = await validateTrace([
      ...header,
      ...toTrace(inTurn()),
      ...header,
      ...toTrace(inTurn()),
    ]);
    expect({ connections, findings }).toEqual({ connections: 2, findings: [] });
  });
});

it("forgives a loaded session that repeats its calls", async () => {
  const load: readonly Told[] = [
    ["client", request(5, "session/load", { sessionId: "s1", cwd: "/repo", mcpServers: [] })],
    ["agent", call("completed")],
    ["agent", words("again", "user_message_chunk")],
    ["agent", response(5)],
  ];
  expect(await codesOf([...inTurn(["agent", call("completed")]), ...load])).toEqual([]);
});

it("bears messages that are nothing like messages", async () => {
  const strange = [
    null,
    5,
    "x",
    [],
    {},
    { jsonrpc: "2.0", method: 5 },
    { jsonrpc: "2.0", method: "session/update", params: { update: 5 } },
    { jsonrpc: "2.0", id: 1, method: "session/prompt", params: [1] },
    { jsonrpc: "2.0", id: 7, result: 5 },
    { jsonrpc: "2.0", method: "constructor" },
    { jsonrpc: "2.0", method: "session/update", params: { sessionId: "s1", update: { sessionUpdate: "__proto__" } } },
  ];
  const told = strange.flatMap((message): readonly Told[] => [
    ["client", message],
    ["agent", message],
  ]);
  const { counts } = await validateTrace(
    toTrace([...OPENING, ...told.filter(([, message]) => typeof message !== "string")]),
  );
  expect(counts.error).toBeGreaterThan(10);
});
