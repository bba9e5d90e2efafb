// Agents that leave out the session, or ask in a form of their own: who is meant, and in which form they are answered.
import { createMemoryPair, createPeer, RpcError, type Peer } from "@parley/rpc";
import { describe, expect, it } from "vitest";
import { connectToAgent } from "./connect-to-agent.ts";
import { connectToClient } from "./connect-to-client.ts";
import type { SessionNotification } from "./generated/types.ts";
import type { ClientHandlers } from "./handlers.ts";
import type { ConnectionProblem } from "./problem.ts";

interface Bench {
  /** The agent's end, which may say anything. */
  readonly raw: Peer;
  readonly problems: readonly ConnectionProblem[];
}

function connect(handlers: ClientHandlers, onlySession: () => string = () => "only"): Bench {
  const [clientSide, agentSide] = createMemoryPair();
  const problems: ConnectionProblem[] = [];
  const raw = createPeer(agentSide, {});
  connectToAgent(clientSide, () => handlers, { onProblem: (problem) => problems.push(problem), onlySession });
  return { raw, problems };
}

function refuse(): never {
  throw RpcError.invalidParams("/sessionId: required, because this connection has 2 sessions", { path: "/sessionId" });
}

describe("a message without a session", () => {
  it("is for the only one of the connection, and one with a session for that", async () => {
    const seen: unknown[] = [];
    const { raw } = connect({
      "fs/read_text_file": ({ sessionId, path }) => {
        seen.push([sessionId, path]);
        return { content: "" };
      },
    });
    await raw.request("fs/read_text_file", { path: "/a" });
    await raw.request("fs/read_text_file", { path: "/b", sessionId: "named" });
    expect(seen).toEqual([
      ["only", "/a"],
      ["named", "/b"],
    ]);
  });

  it("is refused where that is not clear, and where its other fields are wrong", async () => {
    const handlers: ClientHandlers = { "fs/read_text_file": () => ({ content: "" }) };
    const { raw } = connect(handlers, refuse);
    await expect(raw.request("fs/read_text_file", { path: "/a" })).rejects.toMatchObject({
      code: -32602,
      data: { path: "/sessionId" },
    });
    await expect(connect(handlers).raw.request("fs/read_text_file", { path: 7 })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(" path: expected string") as string,
    });
  });

  it("is refused if the session is there and not a string", async () => {
    const { raw } = connect({ "fs/read_text_file": () => ({ content: "" }) });
    const asked = raw.request("fs/read_text_file", { path: "/a", sessionId: 7 });
    await expect(asked).rejects.toMatchObject({ code: -32602, data: { path: "/sessionId" } });
  });

  it("may be an update, in any of its forms; what is not clear is reported", async () => {
    const seen: SessionNotification[] = [];
    const handlers: ClientHandlers = { "session/update": (update) => void seen.push(update) };
    const { raw } = connect(handlers);
    raw.notify("session/update", { type: "text", text: "flat" });
    raw.notify("session/update", { update: { type: "thinking", text: "nested" } });
    await expect.poll(() => seen).toHaveLength(2);
    expect(seen).toMatchObject([
      { sessionId: "only", update: { sessionUpdate: "agent_message_chunk", content: { text: "flat" } } },
      { sessionId: "only", update: { sessionUpdate: "agent_thought_chunk", content: { text: "nested" } } },
    ]);
    const unclear = connect(handlers, refuse);
    unclear.raw.notify("session/update", { type: "text", text: "flat" });
    await expect
      .poll(() => unclear.problems)
      .toMatchObject([
        { kind: "invalid_params", method: "session/update", message: expect.stringContaining("2 sessions") as string },
      ]);
  });

  it("is refused where the table does not have the method", async () => {
    const { raw } = connect({ "elicitation/create": () => ({ action: "cancel" }) });
    await expect(raw.request("elicitation/create", { mode: "form", message: "?" })).rejects.toMatchObject({
      code: -32602,
    });
  });
});

describe("an answer", () => {
  const options = [{ optionId: "allow_once", name: "Yes", kind: "allow_once" }];

  it.each([
    [{ outcome: "selected", optionId: "allow_once" } as const, { option: "allow_once" }],
    [{ outcome: "cancelled" } as const, { option: "cancelled" }],
  ])("to plain options is plain too: %j", async (outcome, answer) => {
    const { raw } = connect({ "session/request_permission": async () => ({ outcome }) });
    const flat = { sessionId: "s", toolCallId: "t", title: "Run ls", options: ["allow_once", "reject_once"] };
    expect(await raw.request("session/request_permission", flat)).toEqual(answer);
    const toolCall = { toolCallId: "t" };
    expect(await raw.request("session/request_permission", { sessionId: "s", toolCall, options })).toEqual({ outcome });
  });

  it("to a request in plain structs has the selected option where its sender looks for it", async () => {
    const outcome = { outcome: "selected", optionId: "allow_once" } as const;
    const { raw } = connect({ "session/request_permission": () => ({ outcome }) });
    const ask = (toolCall: object | undefined): Promise<unknown> =>
      raw.request("session/request_permission", { sessionId: "s", toolCall, options });
    const expected = { outcome: { ...outcome, selectedOption: { optionId: "allow_once" } } };
    expect(await ask({ toolCallId: "", title: "Run ls" })).toEqual(expected);
    expect(await ask({ toolCallId: "t", rawInput: "{}" })).toEqual(expected);
    expect(await ask({ toolCallId: "t", content: { type: "text", text: "ls" } })).toEqual(expected);
    expect(await ask(undefined)).toEqual(expected);
    expect(await ask({ toolCallId: "t", rawInput: {}, content: [] })).toEqual({ outcome });
    const { raw: other } = connect({ "session/request_permission": () => ({ outcome: { outcome: "cancelled" } }) });
    const cancelled = other.request("session/request_permission", { sessionId: "s", options });
    expect(await cancelled).toEqual({ outcome: { outcome: "cancelled" } });
  });

  it("about a terminal has the exit where the sender looks for it, if it named no session", async () => {
    const { raw } = connect({
      "terminal/output": () => ({ output: "hi", truncated: false, exitStatus: { exitCode: 3 } }),
      "terminal/wait_for_exit": () => ({ exitCode: 3, signal: null }),
    });
    expect(await raw.request("terminal/output", { terminalId: "t" })).toEqual({
      output: "hi",
      truncated: false,
      exitStatus: { exitCode: 3 },
      exitCode: 3,
    });
    expect(await raw.request("terminal/wait_for_exit", { terminalId: "t" })).toEqual({
      exitCode: 3,
      signal: null,
      exitStatus: { exitCode: 3, signal: null },
    });
    expect(await raw.request("terminal/wait_for_exit", { terminalId: "t", sessionId: "s" })).toEqual({
      exitCode: 3,
      signal: null,
    });
  });
});

describe("a client that answers with the kind of an option", () => {
  const toolCall = { toolCallId: "t", title: "Run ls" };
  const once = { optionId: "o-1", name: "Yes", kind: "allow_once" } as const;
  const twin = { ...once, optionId: "o-2" };

  async function ask(offered: readonly (typeof once | typeof twin)[], answer: unknown): Promise<unknown> {
    const [clientSide, agentSide] = createMemoryPair();
    const raw = createPeer(clientSide, { requests: { "session/request_permission": () => answer } });
    const client = connectToClient(agentSide, () => ({ initialize: () => ({ protocolVersion: 1 }) }));
    await raw.request("initialize", { protocolVersion: 1 });
    const { outcome } = await client.request("session/request_permission", {
      sessionId: "s",
      toolCall,
      options: [...offered],
    });
    return outcome;
  }

  it("means the only option of that kind, and none if there are several", async () => {
    expect(await ask([once], { option: "allow_once" })).toEqual({ outcome: "selected", optionId: "o-1" });
    expect(await ask([once, twin], { option: "allow_once" })).toEqual({ outcome: "selected", optionId: "allow_once" });
    expect(await ask([once, twin], { option: twin })).toEqual({ outcome: "selected", optionId: "o-2" });
    expect(await ask([once], { option: "cancelled" })).toEqual({ outcome: "cancelled" });
  });
});
