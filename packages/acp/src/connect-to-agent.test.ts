import { ParleyError } from "@parley/base";
import { createMemoryPair, createPeer, RpcError, type Handlers, type Peer } from "@parley/rpc";
import { describe, expect, it } from "vitest";
import { connectToAgent, type AgentConnection } from "./connect-to-agent.ts";
import type { InitializeResponse } from "./generated/types.ts";
import type { ClientHandlers } from "./handlers.ts";
import type { ConnectionProblem } from "./problem.ts";

interface Bench {
  readonly agent: AgentConnection;
  /** The other end, which may say anything. */
  readonly raw: Peer;
  readonly problems: ConnectionProblem[];
}

/** Our client's end against a bare peer. */
async function connect(
  requests: NonNullable<Handlers["requests"]> = {},
  handlers: ClientHandlers = {},
  initialized: Partial<InitializeResponse> = {},
): Promise<Bench> {
  const [clientSide, agentSide] = createMemoryPair();
  const problems: ConnectionProblem[] = [];
  const raw = createPeer(agentSide, {
    requests: { initialize: () => ({ protocolVersion: 1, ...initialized }), ...requests },
  });
  const agent = connectToAgent(clientSide, () => handlers, { onProblem: (problem) => problems.push(problem) });
  await agent.request("initialize", { protocolVersion: 1, clientCapabilities: { elicitation: { form: {} } } });
  return { agent, raw, problems };
}

const newSession = { cwd: "/w", mcpServers: [] };

describe("gates", () => {
  it("refuses a call before initialize, without sending it", async () => {
    const [clientSide, agentSide] = createMemoryPair();
    const seen: string[] = [];
    createPeer(agentSide, { otherRequest: (_params, { method }) => seen.push(method) });
    const agent = connectToAgent(clientSide, () => ({}));
    await expect(agent.request("session/new", newSession)).rejects.toMatchObject({ code: "not_initialized" });
    expect(seen).toEqual([]);
  });

  it.each([
    ["session/load", { sessionId: "s", ...newSession }, "loadSession"],
    ["session/list", {}, "sessionCapabilities.list"],
    ["session/close", { sessionId: "s" }, "sessionCapabilities.close"],
    ["session/fork", { sessionId: "s", cwd: "/w" }, "sessionCapabilities.fork"],
    ["logout", {}, "auth.logout"],
  ] as const)("refuses %s, naming the capability", async (method, params, capability) => {
    const { agent } = await connect();
    await expect(agent.request(method, params as never)).rejects.toThrow(
      `${method} was not sent: the agent did not announce the capability ${capability}`,
    );
  });

  it("refuses content, servers and folders that the agent did not announce", async () => {
    const { agent } = await connect({ "session/new": () => ({ sessionId: "s" }) });
    const image = { type: "image", data: "", mimeType: "image/png" } as const;
    const http = { type: "http", name: "h", url: "http://127.0.0.1", headers: [] } as const;
    const prompting = agent.request("session/prompt", { sessionId: "s", prompt: [image] });
    await expect(prompting).rejects.toThrow("promptCapabilities.image");
    await expect(agent.request("session/new", { cwd: "/w", mcpServers: [http] })).rejects.toThrow(
      "mcpCapabilities.http",
    );
    const roots = agent.request("session/new", { ...newSession, additionalDirectories: ["/x"] });
    await expect(roots).rejects.toThrow("sessionCapabilities.additionalDirectories");
    await expect(agent.request("session/new", newSession)).resolves.toEqual({ sessionId: "s" });
  });

  it("lets through what was announced, as true or as an object", async () => {
    const { agent } = await connect(
      { "session/load": () => ({}), "session/list": () => ({ sessions: [] }) },
      {},
      { agentCapabilities: { loadSession: true, sessionCapabilities: { list: {} } } },
    );
    await expect(agent.request("session/load", { sessionId: "s", ...newSession })).resolves.toEqual({});
    await expect(agent.request("session/list", {})).resolves.toEqual({ sessions: [] });
    expect(agent.supports("loadSession")).toBe(true);
    expect(agent.supports("sessionCapabilities.close")).toBe(false);
  });
});

describe("answers", () => {
  it("are refused with the place of the fault", async () => {
    const { agent } = await connect({ "session/new": () => ({ sessionId: 7 }) });
    await expect(agent.request("session/new", newSession)).rejects.toThrow(
      "The answer to session/new is invalid: /sessionId: expected string",
    );
  });

  it("are repaired where the schema forgives, and it is reported", async () => {
    const { agent, problems } = await connect({ "session/new": () => ({ sessionId: "s", modes: 5 }) });
    await expect(agent.request("session/new", newSession)).resolves.toEqual({ sessionId: "s" });
    expect(problems).toEqual([{ kind: "repaired", method: "session/new", paths: ["/modes"] }]);
  });

  it("may be null where nothing is required", async () => {
    const { agent } = await connect({ "session/set_mode": () => null });
    await expect(agent.request("session/set_mode", { sessionId: "s", modeId: "m" })).resolves.toEqual({});
  });

  it("of a session that is gone already count as done", async () => {
    const gone = (): never => {
      throw new RpcError(-32002, "Session not found");
    };
    const { agent } = await connect(
      { "session/close": gone, "session/delete": gone, "session/prompt": gone },
      {},
      { agentCapabilities: { sessionCapabilities: { close: {}, delete: {} } } },
    );
    await expect(agent.request("session/close", { sessionId: "s" })).resolves.toEqual({});
    await expect(agent.request("session/delete", { sessionId: "s" })).resolves.toEqual({});
    await expect(agent.request("session/prompt", { sessionId: "s", prompt: [] })).rejects.toMatchObject({
      code: -32002,
    });
  });

  it("reach onResult before any later update is delivered", async () => {
    const order: string[] = [];
    const text = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "early" } };
    const { agent, raw } = await connect(
      {
        "session/new": () => {
          queueMicrotask(() => raw.notify("session/update", { sessionId: "s", update: text }));
          return { sessionId: "s" };
        },
      },
      { "session/update": () => void order.push("update") },
    );
    await agent.request("session/new", newSession, { onResult: ({ sessionId }) => order.push(sessionId) });
    await raw.request("nothing").catch(() => undefined);
    expect(order).toEqual(["s", "update"]);
  });
});

describe("what the agent sends", () => {
  it("is refused with −32602 and the place, if it is a request", async () => {
    const { raw } = await connect({}, { "fs/read_text_file": () => ({ content: "" }) });
    await expect(raw.request("fs/read_text_file", { sessionId: "s" })).rejects.toMatchObject({
      code: -32602,
      message: "Invalid params: path: expected string",
      data: { field: "path", path: "/path", expected: "string" },
    });
  });

  it("is reported and not delivered, if it is a notification", async () => {
    const updates: unknown[] = [];
    const { raw, problems } = await connect({}, { "session/update": (params) => void updates.push(params) });
    raw.notify("session/update", { sessionId: "s", update: { sessionUpdate: "plan" } });
    raw.notify("session/update", { sessionId: "s", update: { sessionUpdate: "brand_new", x: 1 } });
    await raw.request("nothing").catch(() => undefined);
    expect(problems).toMatchObject([{ kind: "invalid_params", message: "/update/entries: expected array" }]);
    expect(updates).toEqual([
      { sessionId: "s", update: { kind: "unknown", raw: { sessionUpdate: "brand_new", x: 1 } } },
    ]);
  });

  it("gets −32601 for a method without a handler, and for one that is the agent's own", async () => {
    const { raw } = await connect({}, { "session/update": () => undefined });
    await expect(raw.request("terminal/create", {})).rejects.toMatchObject({ code: -32601 });
    await expect(raw.request("session/prompt", {})).rejects.toMatchObject({ code: -32601 });
    await expect(raw.request("constructor", {})).rejects.toMatchObject({ code: -32601 });
  });
});

describe("cancelling a turn", () => {
  it("answers every open question of that session, and only those", async () => {
    const aborted: string[] = [];
    const never = (sessionId: string, signal: AbortSignal): Promise<never> =>
      new Promise(() => signal.addEventListener("abort", () => aborted.push(sessionId)));
    const { agent, raw } = await connect(
      {},
      {
        "session/request_permission": ({ sessionId }, { signal }) => never(sessionId, signal),
        "elicitation/create": (_params, { signal }) => never("form", signal),
      },
    );
    const ask = (sessionId: string): Promise<unknown> =>
      raw.request("session/request_permission", { sessionId, toolCall: { toolCallId: "t" }, options: [] });
    const form = { mode: "form", sessionId: "s", message: "?", requestedSchema: { type: "object", properties: {} } };
    const questions = [ask("s"), ask("s"), raw.request("elicitation/create", form)];
    let isOtherAnswered = false;
    void ask("other").finally(() => (isOtherAnswered = true));
    await raw.request("nothing").catch(() => undefined);
    agent.notify("session/cancel", { sessionId: "s" });
    expect(await Promise.all(questions)).toEqual([
      { outcome: { outcome: "cancelled" } },
      { outcome: { outcome: "cancelled" } },
      { action: "cancel" },
    ]);
    expect(aborted).toEqual(["s", "s", "form"]);
    expect(isOtherAnswered).toBe(false);
  });
});

describe("extension methods", () => {
  it("can be called and handled, as requests and as notifications", async () => {
    const notified: unknown[] = [];
    const { agent, raw } = await connect(
      { "_x/double": (params) => (params as number) * 2 },
      { "_x/echo": (params, context) => (context === undefined ? notified.push(params) : params) },
    );
    await expect(agent.extRequest("_x/double", 21)).resolves.toBe(42);
    await expect(raw.request("_x/echo", "hi")).resolves.toBe("hi");
    raw.notify("_x/echo", "told");
    await raw.request("nothing").catch(() => undefined);
    expect(notified).toEqual(["told"]);
  });

  it("must start with an underscore", async () => {
    const { agent } = await connect();
    await expect(agent.extRequest("x" as "_x")).rejects.toThrow(ParleyError);
    expect(() => agent.extNotify("x" as "_x")).toThrow("starts with an underscore");
  });
});
