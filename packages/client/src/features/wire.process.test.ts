// The features at the end of a real connection: what goes over the wire is judged by the protocol's schema.
import { connectToAgent, type AgentConnection } from "@parley/acp";
import {
  judgeFrames,
  lyingAgent,
  openAgentLink,
  puppetAgent,
  recordFrames,
  toPuppetScript,
  type LieName,
  type PuppetStep,
  type RecordedFrame,
} from "@parley/test-support";
import { createMemoryPair } from "@parley/rpc";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTestSession, type TestSession } from "./testing/open-session.ts";

const CAPABILITIES = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  elicitation: { form: {}, url: {} },
} as const;

interface Talk {
  readonly agent: AgentConnection;
  readonly frames: () => readonly RecordedFrame[];
  answerTo(id: unknown): Record<string, unknown>;
}

/** Connects the features to an agent in memory, and begins a session. */
async function connect(session: TestSession, start: Parameters<typeof startAgent>[0]): Promise<Talk> {
  const { transport, frames } = recordFrames(startAgent(start), "client");
  const agent = connectToAgent(transport, () => ({ "session/update": () => undefined, ...session.handlers }));
  await agent.request("initialize", { protocolVersion: 1, clientCapabilities: CAPABILITIES });
  await agent.request("session/new", { cwd: session.cwd, mcpServers: [] });
  const all = (): readonly RecordedFrame[] => frames.items;
  const answerTo = (id: unknown): Record<string, unknown> => {
    const isAnswer = ({ from, frame }: RecordedFrame): boolean => {
      const { id: own, method } = frame as Record<string, unknown>;
      return from === "client" && own === id && method === undefined;
    };
    return (all().find(isAnswer)?.frame ?? {}) as Record<string, unknown>;
  };
  return { agent, frames: all, answerTo };
}

function startAgent(
  start: (transport: ReturnType<typeof createMemoryPair>[1]) => unknown,
): ReturnType<typeof createMemoryPair>[0] {
  const [client, agent] = createMemoryPair();
  start(agent);
  return client;
}

function ask(id: string, method: string, params: object): PuppetStep {
  return { ask: { id, method, params: { sessionId: "puppet", ...params } } };
}

async function play(session: TestSession, ...steps: readonly PuppetStep[]): Promise<Talk> {
  const talk = await connect(session, (transport) => puppetAgent.start(transport, {}));
  const prompt = [{ type: "text", text: toPuppetScript(...steps) } as const];
  expect(await talk.agent.request("session/prompt", { sessionId: "puppet", prompt })).toMatchObject({
    stopReason: "end_turn",
  });
  await talk.agent.close();
  return talk;
}

describe("on the wire", () => {
  it("files are read and written without an announcement, and errors have the texts that agents look for", async () => {
    await using session = await openTestSession();
    const path = join(session.cwd, "a.txt");
    const talk = await play(
      session,
      ask("missing", "fs/read_text_file", { path }),
      ask("write", "fs/write_text_file", { path, content: "hello\n" }),
      ask("read", "fs/read_text_file", { path, line: 1, limit: 1 }),
      ask("outside", "fs/read_text_file", { path: "/etc/passwd" }),
    );
    expect(talk.answerTo("missing")).toMatchObject({ error: { code: -32002, data: { path } } });
    expect(talk.answerTo("write")).toMatchObject({ result: {} });
    expect(talk.answerTo("read")).toMatchObject({ result: { content: "hello\n" } });
    expect(talk.answerTo("outside")).toMatchObject({
      error: { code: -32600, data: { rule: { id: "outside-roots" } } },
    });
    expect(judgeFrames(talk.frames())).toEqual([]);
  });

  it.skipIf(process.platform === "win32")("a terminal runs a whole line, and an unknown one is an error", async () => {
    await using session = await openTestSession({ level: "bypass" });
    const talk = await play(
      session,
      ask("create", "terminal/create", { command: "echo one && echo two | tr a-z A-Z" }),
      ask("output", "terminal/output", { terminalId: "no-such" }),
      ask("wait", "terminal/wait_for_exit", { terminalId: "no-such" }),
      ask("cancel", "terminal/kill", { terminalId: "no-such" }),
    );
    expect(talk.answerTo("create")).toMatchObject({ result: { terminalId: expect.any(String) } });
    expect(talk.answerTo("output")).toMatchObject({ error: { code: -32002 } });
    expect(judgeFrames(talk.frames())).toEqual([]);
    await expect
      .poll(() =>
        session
          .eventsOf("terminal")
          .map(({ output = "" }) => output)
          .join(""),
      )
      .toBe("one\nTWO\n");
  });

  it("a question of the agent is answered with one of its options, or cancelled with its turn", async () => {
    await using session = await openTestSession();
    const options = [
      { optionId: "proceed_always", name: "Allow for this session", kind: "allow_always" },
      { optionId: "proceed_always_server", name: "Allow the server", kind: "allow_always" },
    ];
    session.person.will({ outcome: { outcome: "selected", optionId: "proceed_always_server" } });
    const toolCall = { toolCallId: "never-announced", title: "stub_echo (stubstdio MCP Server)", kind: "other" };
    const talk = await play(session, ask("q", "session/request_permission", { toolCall, options }));
    expect(talk.answerTo("q")).toMatchObject({
      result: { outcome: { outcome: "selected", optionId: "proceed_always_server" } },
    });
    expect(judgeFrames(talk.frames())).toEqual([]);

    session.person.will(() => new Promise(() => undefined));
    const again = await connect(session, (transport) => puppetAgent.start(transport, {}));
    const script = toPuppetScript(ask("q", "session/request_permission", { toolCall, options }));
    const turn = again.agent.request("session/prompt", {
      sessionId: "puppet",
      prompt: [{ type: "text", text: script }],
    });
    await expect.poll(() => session.person.questions.length).toBe(2);
    again.agent.notify("session/cancel", { sessionId: "puppet" });
    await turn;
    expect(again.answerTo("q")).toMatchObject({ result: { outcome: { outcome: "cancelled" } } });
    await expect
      .poll(() => session.eventsOf("permission_answered").at(-1))
      .toMatchObject({ by: "cancel", outcome: { outcome: "cancelled" } });
    await again.agent.close();
  });

  it("a form goes out as it was filled in", async () => {
    await using session = await openTestSession();
    const requestedSchema = { type: "object", properties: { age: { type: "integer" } }, required: ["age"] };
    session.person.willFill({ action: "accept", content: { age: "7" } }, { action: "accept", content: { age: 7 } });
    const talk = await play(
      session,
      ask("f", "elicitation/create", { mode: "form", message: "Age?", requestedSchema }),
    );
    expect(talk.answerTo("f")).toMatchObject({ result: { action: "accept", content: { age: 7 } } });
    expect(judgeFrames(talk.frames())).toEqual([]);
  });
});

describe("an agent that lies", () => {
  const cancelled = { result: { outcome: { outcome: "cancelled" } } };
  /** Nobody says yes: what each of its calls is answered with. */
  const LIES: readonly (readonly [lie: LieName, expected: readonly object[]])[] = [
    ["permission-for-unannounced-call", [{ result: { outcome: { outcome: "selected", optionId: "no" } } }]],
    ["permission-with-twin-kinds", [cancelled]],
    ["permission-with-raw-names", [cancelled]],
    ["permission-of-another-kind", [cancelled]],
    ["permission-without-options", [cancelled]],
    ["fs-not-offered", [{ error: { code: -32600 } }, { error: { code: -32600 } }]],
    ["shell-line", [{ error: { code: -32600, message: expect.stringContaining("rejected") as string } }]],
    ["request-as-notification", []],
    ["cancels-unknown-requests", []],
  ];

  it.each(LIES)("is answered by the book, and the turn ends: %s", async (lie, expected) => {
    await using session = await openTestSession();
    const talk = await connect(session, (transport) => lyingAgent.start(transport, { lie }));
    const prompt = [{ type: "text", text: "lie" } as const];
    const { stopReason } = await talk.agent.request("session/prompt", { sessionId: "lying-session", prompt });
    expect(stopReason).toBe("end_turn");
    await talk.agent.close();
    const answers = talk.frames().filter(({ from, frame }) => from === "client" && !("method" in (frame as object)));
    expect(answers.map(({ frame }) => frame)).toMatchObject(expected);
    expect(judgeFrames(talk.frames()).filter((fault) => fault.includes(" client: "))).toEqual([]);
  });
});

// A link of another kind, once: the same over real pipes.
describe("over a real process", () => {
  it("a write is on the disk when the agent hears of it", async () => {
    await using session = await openTestSession();
    await using link = await openAgentLink("stdio", puppetAgent, {});
    const agent = connectToAgent(link.transport, () => session.handlers);
    await agent.request("initialize", { protocolVersion: 1, clientCapabilities: CAPABILITIES });
    await agent.request("session/new", { cwd: session.cwd, mcpServers: [] });
    const path = join(session.cwd, "a.txt");
    const script = toPuppetScript(ask("w", "fs/write_text_file", { path, content: "made" }));
    await agent.request("session/prompt", { sessionId: "puppet", prompt: [{ type: "text", text: script }] });
    expect(await readFile(path, "utf8")).toBe("made");
    await agent.close();
  });
});
