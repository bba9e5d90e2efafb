import { createMemoryPair, createPeer, type Peer } from "@parley/rpc";
import { describe, expect, it } from "vitest";
import { connectToClient, type ClientConnection } from "./connect-to-client.ts";
import type { AgentHandlers } from "./handlers.ts";

interface Bench {
  readonly client: ClientConnection;
  /** The other end, which may say anything. */
  readonly raw: Peer;
}

const initialize = (): { protocolVersion: number } => ({ protocolVersion: 1 });

function connect(handlers: AgentHandlers): Bench {
  const [agentSide, clientSide] = createMemoryPair();
  const raw = createPeer(clientSide);
  return { client: connectToClient(agentSide, () => ({ initialize, ...handlers })), raw };
}

/** A promise and the function that settles it. */
function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

describe("initialize", () => {
  it("comes first: anything else gets −32600", async () => {
    const { raw, client } = connect({ "session/new": () => ({ sessionId: "s" }) });
    await expect(raw.request("session/new", { cwd: "/", mcpServers: [] })).rejects.toMatchObject({
      code: -32600,
      message: "session/new came before initialize",
    });
    expect(client.client).toBeUndefined();
    await raw.request("initialize", { protocolVersion: 1, clientCapabilities: { terminal: true } });
    expect(client.supports("terminal")).toBe(true);
    await expect(raw.request("session/new", { cwd: "/", mcpServers: [] })).resolves.toEqual({ sessionId: "s" });
  });

  it("holds back what follows it on the wire until it is answered", async () => {
    const ready = deferred();
    const { raw } = connect({
      initialize: async () => {
        await ready.promise;
        return { protocolVersion: 1 };
      },
      "session/new": () => ({ sessionId: "s" }),
    });
    const answers = Promise.all([
      raw.request("initialize", { protocolVersion: 1 }),
      raw.request("session/new", { cwd: "/", mcpServers: [] }),
    ]);
    ready.resolve();
    await expect(answers).resolves.toEqual([{ protocolVersion: 1 }, { sessionId: "s" }]);
  });

  it("that fails leaves the connection uninitialized", async () => {
    const { raw } = connect({
      initialize: () => Promise.reject(new Error("no")),
      "session/new": () => ({ sessionId: "s" }),
    });
    const answers = [
      raw.request("initialize", { protocolVersion: 1 }),
      raw.request("session/new", { cwd: "/", mcpServers: [] }),
    ];
    await expect(answers[0]).rejects.toMatchObject({ code: -32603 });
    await expect(answers[1]).rejects.toMatchObject({ code: -32600 });
  });
});

describe("calls for one session", () => {
  it("stand in line: settings are through before the prompt starts, other sessions and cancel do not wait", async () => {
    const order: string[] = [];
    const mode = deferred();
    const { raw } = connect({
      "session/set_mode": async ({ sessionId, modeId }) => {
        order.push(`set ${sessionId} ${modeId}`);
        if (modeId === "slow") await mode.promise;
        order.push(`is ${sessionId} ${modeId}`);
      },
      "session/prompt": ({ sessionId }) => {
        order.push(`prompt ${sessionId}`);
        return { stopReason: "end_turn" };
      },
      "session/cancel": ({ sessionId }) => void order.push(`cancel ${sessionId}`),
    });
    await raw.request("initialize", { protocolVersion: 1 });
    const pending = [
      raw.request("session/set_mode", { sessionId: "a", modeId: "slow" }),
      raw.request("session/set_mode", { sessionId: "a", modeId: "next" }),
      raw.request("session/prompt", { sessionId: "a", prompt: [] }),
    ];
    raw.notify("session/cancel", { sessionId: "a" });
    await raw.request("session/prompt", { sessionId: "b", prompt: [] });
    expect(order).toEqual(["set a slow", "cancel a", "prompt b"]);
    mode.resolve();
    await Promise.all(pending);
    expect(order.slice(3)).toEqual(["is a slow", "set a next", "is a next", "prompt a"]);
  });

  it("do not wait for a prompt, or a long turn could not be steered", async () => {
    const turn = deferred();
    const { raw } = connect({
      "session/prompt": async () => {
        await turn.promise;
        return { stopReason: "end_turn" };
      },
      "session/set_mode": () => undefined,
    });
    await raw.request("initialize", { protocolVersion: 1 });
    const prompting = raw.request("session/prompt", { sessionId: "a", prompt: [] });
    await expect(raw.request("session/set_mode", { sessionId: "a", modeId: "m" })).resolves.toEqual({});
    turn.resolve();
    await expect(prompting).resolves.toEqual({ stopReason: "end_turn" });
  });
});

describe("other systems' habits", () => {
  it("method names of theirs are answered, and a notification that comes as a request", async () => {
    const cancelled: string[] = [];
    const { raw } = connect({
      authenticate: ({ methodId }) => void cancelled.push(methodId),
      "session/new": () => ({ sessionId: "s" }),
      "session/cancel": ({ sessionId }) => void cancelled.push(sessionId),
    });
    await raw.request("initialize", { protocolVersion: "2025-06-18" });
    await expect(raw.request("new_session", { cwd: "/", mcpServers: [] })).resolves.toEqual({ sessionId: "s" });
    await expect(raw.request("session/authenticate", { authMethodId: "key" })).resolves.toEqual({});
    await expect(raw.request("session/cancel", { sessionId: "asked" })).resolves.toEqual({});
    raw.notify("cancel", { sessionId: "told" });
    await raw.request("nothing").catch(() => undefined);
    expect(cancelled).toEqual(["key", "asked", "told"]);
  });
});

describe("what the agent sends", () => {
  it("is held to the client's capabilities", async () => {
    const { raw, client } = connect({});
    await raw.request("initialize", { protocolVersion: 1, clientCapabilities: { elicitation: { form: {} } } });
    const notice = { sessionUpdate: "notice", severity: "info", title: "Hi" } as const;
    expect(() => client.notify("session/update", { sessionId: "s", update: notice })).toThrow("session.notices");
    await expect(client.request("fs/read_text_file", { sessionId: "s", path: "/x" })).rejects.toThrow(
      "fs.readTextFile",
    );
    const url = { mode: "url", elicitationId: "e", url: "http://127.0.0.1", message: "?", sessionId: "s" } as const;
    await expect(client.request("elicitation/create", url)).rejects.toThrow("elicitation.url");
  });
});
