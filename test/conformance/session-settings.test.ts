// Modes and options of a session, between our own two ends.
import { describe, expect, it } from "vitest";
import { converse } from "./conversation.ts";
import { codeOf, rawClient } from "./raw-client.ts";
import { runsOn, verifies } from "./verifies.ts";

const wires = runsOn("memory", "stdio", "websocket");

interface Option {
  readonly id: string;
  readonly type: string;
  readonly category?: string;
  readonly currentValue: unknown;
  readonly options?: readonly { readonly value: unknown }[];
}

describe.each(wires)("modes over %s", (wire) => {
  it("our agent takes the modes that it offers, and no others", async () => {
    verifies("MODE-001");
    await using client = await rawClient(wire);
    await client.initialize();
    const { result } = await client.ask("new", "session/new", { cwd: "/workspace", mcpServers: [] });
    const { sessionId, modes } = result as { sessionId: string; modes: { availableModes: { id: string }[] } };
    expect(modes.availableModes.length).toBeGreaterThan(1);
    for (const { id: modeId } of modes.availableModes) {
      expect(codeOf(await client.ask(modeId, "session/set_mode", { sessionId, modeId }))).toBeUndefined();
    }
    expect(codeOf(await client.ask("bad", "session/set_mode", { sessionId, modeId: "made-up" }))).toBe(-32602);
  });

  it("our agent changes the mode in the middle of a turn", async () => {
    verifies("MODE-002");
    await using talk = await converse(wire);
    const sessionId = await talk.newSession();
    const running = talk.prompt(sessionId, "run sleep 100\nwrite a.txt x");
    await talk.client.calls.find("the command", ({ method }) => method === "terminal/wait_for_exit");
    expect(await talk.agent.request("session/set_mode", { sessionId, modeId: "chat" })).toEqual({});
    talk.client.terminals.get("terminal-1")?.kill();
    expect(await running).toEqual({ stopReason: "end_turn" });
    expect(talk.client.files.size).toBe(0);
  });
});

describe.each(wires)("options over %s", (wire) => {
  it("our agent gives every option a value, and answers a change with all of them", async () => {
    verifies("CONFIG-003", "CONFIG-004");
    await using talk = await converse(wire);
    const session = await talk.agent.request("session/new", { cwd: "/workspace", mcpServers: [] });
    const options = session.configOptions as unknown as Option[];
    expect(options.length).toBeGreaterThan(1);
    for (const { currentValue } of options) expect(currentValue).toBeDefined();
    const { sessionId } = session;
    const changed = await talk.agent.request("session/set_config_option", {
      sessionId,
      configId: "mode",
      value: "chat",
    });
    const after = changed.configOptions as unknown as Option[];
    expect(after.map(({ id }) => id)).toEqual(options.map(({ id }) => id));
    expect(after.find(({ id }) => id === "mode")?.currentValue).toBe("chat");
  });

  it("our agent takes only values of the option", async () => {
    verifies("CONFIG-005");
    await using client = await rawClient(wire);
    await client.initialize();
    const sessionId = await client.newSession();
    const set = (id: string, params: object) => client.ask(id, "session/set_config_option", { sessionId, ...params });
    expect(codeOf(await set("a", { configId: "mode", value: "made-up" }))).toBe(-32602);
    expect(codeOf(await set("b", { configId: "made-up", value: "x" }))).toBe(-32602);
    expect(codeOf(await set("c", { configId: "thoughts", value: "true" }))).toBe(-32602);
    expect(codeOf(await set("d", { configId: "thoughts", type: "boolean", value: false }))).toBeUndefined();
  });

  it("boolean options are for clients that announced them", async () => {
    verifies("CONFIG-001");
    await using talk = await converse(wire);
    const { configOptions } = await talk.agent.request("session/new", { cwd: "/workspace", mcpServers: [] });
    expect((configOptions as unknown as Option[]).map(({ type }) => type)).toContain("boolean");
    await using plain = await rawClient(wire);
    await plain.initialize({ session: {} });
    const { result } = await plain.ask("new", "session/new", { cwd: "/workspace", mcpServers: [] });
    const { configOptions: offered } = result as { configOptions: Option[] };
    expect(offered.map(({ type }) => type)).not.toContain("boolean");
  });

  it("options with a missing or an unknown category work like all others", async () => {
    verifies("CONFIG-002");
    await using talk = await converse(wire);
    const session = await talk.agent.request("session/new", { cwd: "/workspace", mcpServers: [] });
    const { sessionId, configOptions } = session;
    const plain = (configOptions as unknown as Option[]).find(({ category }) => category === undefined);
    expect(plain).toMatchObject({ id: "thoughts" });
    const params = { sessionId, configId: "thoughts", type: "boolean", value: false } as const;
    const changed = await talk.agent.request("session/set_config_option", params);
    expect(changed.configOptions).toContainEqual(expect.objectContaining({ id: "thoughts", currentValue: false }));
  });
});
