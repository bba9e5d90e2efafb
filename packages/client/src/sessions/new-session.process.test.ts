import type { SessionEvent, SessionNotification } from "@parley/acp";
import { describe, expect, it } from "vitest";
import type { Feature } from "../features/feature.ts";
import { text, texts, types } from "../testing/events.ts";
import { inlineAgent, type InlineWire } from "../testing/inline-agent.ts";
import { useAgents } from "../testing/use-agents.ts";

const agents = useAgents();
const CWD = process.cwd();
const ENVELOPE = { v: 1, seq: 1, at: 0, sessionId: "" } as const;

/** Says in its updates what it was asked. */
function parrot(wire: InlineWire, capabilities: object): void {
  wire.on("initialize", ({ answer }) => answer({ protocolVersion: 1, agentCapabilities: capabilities }));
  for (const method of ["session/load", "session/resume", "session/new", "session/prompt"]) {
    wire.on(method, ({ params, answer }) => {
      answer(method === "session/new" ? { sessionId: "made", _meta: params } : { stopReason: "end_turn" });
    });
  }
}

describe("a new session", () => {
  it("has what the agent said of it, in its log, its transcript and its choices", async () => {
    await using test = agents.create(agents.scripted({ announceModels: true }));
    const heard: SessionEvent[] = [];
    const session = await test.agent.newSession({
      cwd: CWD,
      onEvents: (batch) => heard.push(...batch.map(({ event }) => event)),
    });
    // The commands come when the agent pleases: here already, or later.
    expect(types(heard).slice(0, 3)).toEqual(["agent_started", "mode", "config"]);
    expect(heard[0]).toMatchObject({
      seq: 1,
      agentSessionId: session.agentSessionId,
      cwd: CWD,
      agent: { name: "parley-script" },
    });
    await expect.poll(() => session.commands.map(({ name }) => name)).toEqual(["tour", "help"]);
    expect(session.choices.modes.map(({ id }) => id)).toEqual(["code", "chat"]);
    expect(session.choices).toMatchObject({ modeId: "code", modelId: "offline/script" });
    expect(session.choices.models.map(({ name }) => name)).toEqual(["Script", "Echo"]);
    const { state } = session.transcript.snapshot();
    expect(state).toMatchObject({ modeId: "code", agent: { agentSessionId: session.agentSessionId } });
    expect(test.store.written(session.id)).toEqual(JSON.parse(JSON.stringify(heard)));
  });

  it("is set up as asked: model, options, then mode", async () => {
    await using test = agents.create(agents.scripted());
    const session = await test.agent.newSession({
      cwd: CWD,
      modeId: "chat",
      modelId: "offline/echo",
      config: { thoughts: false },
    });
    expect(session.choices).toMatchObject({ modeId: "chat", modelId: "offline/echo" });
    expect(session.choices.configOptions).toContainEqual(
      expect.objectContaining({ id: "thoughts", currentValue: false }),
    );
  });

  it("is not there if it cannot be set up", async () => {
    await using test = agents.create(agents.scripted());
    await expect(test.agent.newSession({ cwd: CWD, modeId: "yolo" })).rejects.toMatchObject({
      code: "usage",
      message: 'Test agent has no mode "yolo"; available: code, chat',
    });
    expect(await test.store.list()).toEqual([]);
    expect(await test.agent.listSessions()).toHaveLength(1);
  });

  it("is not there if a feature cannot be opened, and the others are closed", async () => {
    const closed: string[] = [];
    const good = { handlers: {}, close: async () => void closed.push("good") };
    const features = [
      { name: "good", capabilities: {}, open: async () => good },
      { name: "bad", capabilities: {}, open: () => Promise.reject(new Error("no disk")) },
    ];
    await using test = agents.create(agents.scripted(), { features });
    await expect(test.agent.newSession({ cwd: CWD })).rejects.toThrow("no disk");
    expect(closed).toEqual(["good"]);
    expect(await test.store.list()).toEqual([]);
    expect(test.store.openIds.size).toBe(0);
  });

  it("is refused in a folder that is not absolute", async () => {
    await using test = agents.create(agents.scripted());
    await expect(test.agent.newSession({ cwd: "src" })).rejects.toMatchObject({ code: "usage" });
  });

  it("leaves out what the agent does not take, and says so", async () => {
    await using test = agents.create(inlineAgent(parrot, { mcpCapabilities: { sse: true } }));
    const session = await test.agent.newSession({
      cwd: CWD,
      additionalFolders: ["/more"],
      mcpServers: [
        { name: "own", command: "/bin/own", args: [], env: [] },
        { type: "http", name: "web", url: "http://127.0.0.1/", headers: [] },
        { type: "sse", name: "old", url: "http://127.0.0.1/", headers: [] },
      ],
    });
    const notes = test.store.written(session.id).flatMap((event) => (event.type === "note" ? [event.text] : []));
    expect(notes).toEqual([
      "The MCP server web was skipped: the agent does not support MCP servers over HTTP",
      "The agent supports only one folder; skipped: /more",
    ]);
  });

  it("loses nothing of a flood that begins before it is open: the agent has to wait", async () => {
    const program = inlineAgent((wire) => {
      wire.on("session/new", ({ answer }) => {
        answer({ sessionId: "s" });
        for (let count = 0; count < 60_000; count += 1) wire.say("s", `${count} ${"x".repeat(150)}`);
      });
      wire.on("session/prompt", ({ answer }) => answer({ stopReason: "end_turn" }));
    });
    const slow: Feature = {
      name: "slow",
      capabilities: {},
      open: async () => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        return { handlers: {}, close: async () => undefined };
      },
    };
    await using test = agents.create(program, { features: [slow] });
    const session = await test.agent.newSession({ cwd: CWD });
    await session.prompt(text("x"));
    const said = texts(test.store.written(session.id));
    expect(said).toHaveLength(60_000);
    expect(said.every((line, index) => line.startsWith(`${index} `))).toBe(true);
  });

  it("is not begun any more once the agent is being closed", async () => {
    const test = agents.create(agents.scripted());
    await test.agent.start();
    const opening = test.agent.newSession({ cwd: CWD }).catch((error: unknown) => error);
    await test.agent.close();
    expect(await opening).toMatchObject({ code: "connection_closed" });
    expect(test.store.openIds.size).toBe(0);
    expect(await test.store.list()).toEqual([]);
  });

  it("is refused when the agent gives the id of one that is open", async () => {
    await using test = agents.create(agents.lying("log-lines"));
    const first = await test.agent.newSession({ cwd: CWD });
    await expect(test.agent.newSession({ cwd: CWD })).rejects.toMatchObject({
      code: "invalid_message",
      message: 'The agent returned the id of a session that is already open: "lying-session"',
    });
    expect(await first.prompt(text("x"))).toEqual({ stopReason: "end_turn" });
  });

  it("takes what the agent sent before it named the session, in order", async () => {
    const program = inlineAgent((wire) => {
      wire.on("session/new", ({ answer }) => {
        wire.say("early", "one");
        void wire.ask("session/request_permission", { sessionId: "early", toolCall: { toolCallId: "t" }, options: [] });
        wire.say("early", "two");
        answer({ sessionId: "early" });
        wire.say("early", "three");
      });
      wire.on("session/prompt", ({ answer }) => answer({ stopReason: "end_turn" }));
    });
    const order: string[] = [];
    const feature = {
      name: "watch",
      capabilities: {},
      open: async () => ({
        handlers: {
          "session/update": (notification: SessionNotification) => {
            order.push(...texts([{ ...ENVELOPE, type: "update", update: notification.update }]));
          },
          "session/request_permission": () => {
            order.push("question");
            return { outcome: { outcome: "cancelled" as const } };
          },
        },
        close: async () => undefined,
      }),
    };
    await using test = agents.create(program, { features: [feature] });
    const session = await test.agent.newSession({ cwd: CWD });
    expect(await session.prompt(text("x"))).toEqual({ stopReason: "end_turn" });
    expect(order).toEqual(["one", "question", "two", "three"]);
    // The third may come after the prompt has gone out.
    expect(types(test.store.written(session.id)).slice(0, 3)).toEqual(["agent_started", "update", "update"]);
    expect(test.problems).toEqual([]);
  });
});
