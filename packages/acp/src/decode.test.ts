// What decoding keeps, forgives, replaces and refuses, and the words for it.
import { describe, expect, test } from "vitest";
import { decode, decoders, isUnknown, type Decoded } from "./decode.ts";

const TEXT = { type: "text", text: "hi" };

function notification(update: object): object {
  return { sessionId: "s", update };
}

describe("errors say where and what", () => {
  test.each<[name: keyof Decoded, value: unknown, message: string]>([
    ["SessionNotification", null, "expected object"],
    ["SessionNotification", [], "expected object"],
    ["SessionNotification", {}, "/sessionId: expected string"],
    ["SessionNotification", { sessionId: "s" }, "/update: expected object"],
    ["SessionNotification", notification({}), "/update/sessionUpdate: expected string"],
    ["SessionNotification", notification({ sessionUpdate: 7 }), "/update/sessionUpdate: expected string"],
    [
      "SessionNotification",
      notification({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: 3 } }),
      "/update/content/text: expected string",
    ],
    ["PromptRequest", { sessionId: "s", prompt: [TEXT, { type: "text" }] }, "/prompt/1/text: expected string"],
    ["PromptRequest", { sessionId: "s", prompt: TEXT }, "/prompt: expected array"],
    ["NewSessionRequest", { cwd: "/", mcpServers: 1 }, "/mcpServers: expected array"],
    ["InitializeRequest", { protocolVersion: 1.5 }, "/protocolVersion: expected integer from 0 to 65535"],
    ["UsageUpdate", { used: -1, size: 1 }, "/used: expected integer from 0"],
    ["CancelRequestNotification", {}, "/requestId: expected null or integer or string"],
    ["Plan", {}, "/entries: expected array"],
    ["ElicitationFormMode", { requestedSchema: {} }, "expected object with sessionId or requestId"],
    [
      "ElicitationSchema",
      { properties: { "a/b~c": { type: "string", minLength: -1 } } },
      "/properties/a~1b~0c/minLength: expected integer from 0 to 4294967295",
    ],
    ["AuthMethod", { type: "terminal", id: "t" }, "/name: expected string"],
    ["SetSessionConfigOptionRequest", { sessionId: "s", configId: "c", value: 1 }, "/value: expected string"],
    [
      "ElicitationAcceptAction",
      { content: { a: null } },
      "/content/a: expected string or integer or number or boolean or array",
    ],
  ])("%s %j", (name, value, message) => {
    const result = decode(name, value);
    const path = message.includes(": ") ? message.slice(0, message.indexOf(": ")) : "";
    const expected = message.slice(message.indexOf("expected ") + "expected ".length);
    expect(result).toEqual({ ok: false, error: { path, expected, message } });
  });
});

describe("unknown variants are kept", () => {
  test.each<[name: keyof Decoded, raw: object]>([
    ["SessionUpdate", { sessionUpdate: "plan_removed", planId: "p" }],
    ["ContentBlock", { type: "hologram", data: 1 }],
    ["ToolCallContent", { type: "chart", points: [] }],
    ["RequestPermissionOutcome", { outcome: "postponed" }],
    ["SessionConfigOption", { type: "slider", id: "x" }],
    ["AuthMethod", { type: "env_var", id: "k", name: "Key" }],
    ["McpServer", { type: "acp", name: "x", serverId: "y" }],
    ["CreateElicitationRequest", { mode: "voice", message: "m" }],
    ["CreateElicitationResponse", { action: "later" }],
    ["ElicitationPropertySchema", { type: "colour" }],
    ["MultiSelectItems", { type: "number" }],
  ])("%s %j", (name, raw) => {
    const result = decode(name, structuredClone(raw));
    expect(result).toEqual({ ok: true, value: { kind: "unknown", raw }, repairs: [] });
    expect(result.ok && isUnknown(result.value)).toBe(true);
  });

  test("in place of the variant, wherever it stands", () => {
    const odd = { type: "hologram" };
    const chunk = { sessionUpdate: "agent_message_chunk", content: odd };
    expect(decode("SessionNotification", notification(chunk))).toMatchObject({
      value: { update: { sessionUpdate: "agent_message_chunk", content: { kind: "unknown", raw: odd } } },
    });
    const call = {
      sessionUpdate: "tool_call_update",
      toolCallId: "1",
      content: [odd, { type: "content", content: odd }],
    };
    expect(decode("SessionNotification", notification(call))).toMatchObject({
      value: { update: { content: [{ kind: "unknown" }, { type: "content", content: { kind: "unknown" } }] } },
      repairs: [],
    });
  });

  test("a union with a variant for values without a tag takes its name in the tag too", () => {
    for (const [name, value] of [
      ["AuthMethod", { type: "agent", id: "a", name: "A" }],
      ["McpServer", { type: "stdio", name: "a", command: "c", args: [], env: [] }],
      // The schema says that an unknown type with a string is this variant.
      ["SetSessionConfigOptionRequest", { sessionId: "s", configId: "c", type: "id", value: "v" }],
    ] as const) {
      expect(decode(name, structuredClone(value))).toEqual({ ok: true, value, repairs: [] });
    }
  });
});

describe("strings of an enum", () => {
  test("are kept where the schema has no answer to an unknown one", () => {
    const entry = { content: "x", priority: "urgent", status: "blocked" };
    expect(decode("PlanEntry", { ...entry })).toEqual({ ok: true, value: entry, repairs: [] });
    expect(decode("PromptResponse", { stopReason: "bored" })).toMatchObject({ value: { stopReason: "bored" } });
  });

  test("are dropped where it has", () => {
    const call = { toolCallId: "1", title: "T", kind: "surf", status: "paused" };
    const result = decode("ToolCall", call);
    expect(result).toEqual({ ok: true, value: { toolCallId: "1", title: "T" }, repairs: ["/kind", "/status"] });
  });
});

describe("unknown fields are kept", () => {
  test.each<[name: keyof Decoded, value: object]>([
    ["SessionNotification", notification({ sessionUpdate: "agent_message_chunk", content: { ...TEXT, x: 1 }, y: [2] })],
    ["InitializeResponse", { protocolVersion: 1, agentCapabilities: { later: {} }, x: null }],
    ["ForkSessionRequest", { sessionId: "s", cwd: "/", systemPrompt: { mode: "append", content: [] } }],
  ])("%s", (name, value) => {
    expect(decode(name, structuredClone(value))).toEqual({ ok: true, value, repairs: [] });
  });
});

describe("repairs", () => {
  test("are listed with the place in the message as it was received", () => {
    const update = {
      sessionUpdate: "tool_call_update",
      toolCallId: "1",
      content: [
        null,
        { type: "diff", path: "/a", newText: "", oldText: 5 },
        { type: "diff" },
        { type: "terminal", terminalId: "t", _meta: 1 },
      ],
    };
    expect(decode("SessionNotification", notification(update))).toMatchObject({
      ok: true,
      repairs: ["/update/content/0", "/update/content/2", "/update/content/1/oldText", "/update/content/3/_meta"],
    });
  });

  test("inside something that is itself thrown away are not", () => {
    const modes = { availableModes: [5] };
    expect(decode("NewSessionResponse", { sessionId: "s", modes })).toEqual({
      ok: true,
      value: { sessionId: "s" },
      repairs: ["/modes"],
    });
  });

  test("of one message do not show in the next, whether it failed or not", () => {
    decode("SessionInfo", { title: 5, cwd: 5 });
    decode("SessionInfo", { sessionId: "s", cwd: "/", title: 5 });
    expect(decode("SessionInfo", { sessionId: "s", cwd: "/" })).toMatchObject({ repairs: [] });
  });

  test("are all made but not all listed", () => {
    const result = decode("Plan", { entries: Array.from({ length: 1000 }, () => 5) });
    expect(result).toMatchObject({ ok: true, value: { entries: [] } });
    expect(result.ok && result.repairs).toHaveLength(32);
  });

  test("cope with a payload that is nested deeper than the stack", () => {
    const deep = JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`) as unknown;
    expect(decode("ToolCall", { toolCallId: "1", title: "T", kind: 5, rawInput: deep })).toMatchObject({
      repairs: ["/kind"],
    });
  });

  test("give each message a default of its own", () => {
    const first = decode("InitializeResponse", { protocolVersion: 1, agentCapabilities: 5 });
    const second = decode("InitializeResponse", { protocolVersion: 1, agentCapabilities: 5 });
    if (!first.ok || !second.ok) throw new Error("not decoded");
    expect(first.value.agentCapabilities).toEqual(second.value.agentCapabilities);
    expect(first.value.agentCapabilities).not.toBe(second.value.agentCapabilities);
  });
});

test("a default of the schema is not filled in for a field that is absent", () => {
  expect(decode("InitializeResponse", { protocolVersion: 1 })).toMatchObject({ value: { protocolVersion: 1 } });
  expect(decode("InitializeResponse", { protocolVersion: 1 })).not.toHaveProperty("value.agentCapabilities");
});

test("decoding works on the value itself", () => {
  const value = notification({ sessionUpdate: "agent_message_chunk", content: TEXT });
  const result = decoders.SessionNotification(value);
  expect(result.ok && result.value).toBe(value);
});

test.each(["LoadSessionResponse", "AuthenticateResponse", "LogoutRequest"] as const)(
  "%s may be missing or null, because it has nothing that must be there",
  (name) => {
    expect(decode(name, null)).toEqual({ ok: true, value: {}, repairs: [] });
    expect(decode(name, undefined)).toEqual({ ok: true, value: {}, repairs: [] });
    expect(decode("NewSessionResponse", null)).toMatchObject({ ok: false });
  },
);
