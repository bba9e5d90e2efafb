// A client made with the official SDK against our scripted agent, as a process over stdio.
import { client, ndJsonStream } from "@agentclientprotocol/sdk";
import type {
  ClientApp,
  ClientContext,
  InitializeRequest,
  NewSessionRequest,
  SessionNotification,
} from "@agentclientprotocol/sdk";
import {
  bundleProgram,
  createInbox,
  judgeFrames,
  scriptedAgent,
  startProgram,
  type Inbox,
  type RecordedFrame,
} from "@parley/test-support";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CWD } from "../conversation.ts";
import { runsOn, verifies } from "../verifies.ts";

const wires = runsOn("stdio");

const setup: NewSessionRequest = { cwd: CWD, mcpServers: [] };
const initialize: InitializeRequest = {
  protocolVersion: 1,
  clientCapabilities: {
    fs: { readTextFile: true, writeTextFile: true },
    terminal: true,
    session: { notices: {}, compaction: {}, configOptions: { boolean: {} } },
    elicitation: { form: {}, url: {} },
  },
};

// The SDK drops what it cannot read, and says so here only.
const dropped = vi.spyOn(console, "error").mockImplementation(() => undefined);
afterEach(() => void dropped.mockClear());

describe.each(wires)("the SDK's client and our agent over %s", () => {
  it("agree on version 1, whatever the client asks for", async () => {
    verifies("INIT-003", "INIT-004", "INIT-005", "INIT-009");
    await using talk = await startTalk();
    await expect(talk.agent.request("session/new", setup)).rejects.toMatchObject({ code: -32600 });
    const answer = await talk.agent.request("initialize", { ...initialize, protocolVersion: 65_535 });
    expect(answer).toMatchObject({ protocolVersion: 1, agentCapabilities: { loadSession: true } });
    expect(await talk.agent.request("session/new", setup)).toMatchObject({ sessionId: expect.any(String) });
  });

  it("play the tour: every update and callback passes the SDK's schemas", async () => {
    verifies("INIT-010", "PROMPT-003", "FS-003", "TERM-002", "TERM-003", "ELIC-006");
    await using talk = await startTalk();
    await talk.agent.request("initialize", initialize);
    const { sessionId } = await talk.agent.request("session/new", setup);
    const prompt = [{ type: "text" as const, text: "tour" }];
    expect(await talk.agent.request("session/prompt", { sessionId, prompt })).toEqual({ stopReason: "end_turn" });
    await talk.updates.find("the last words", ({ update }) => JSON.stringify(update).includes("That was all"));
    const sent = talk.frames.filter(({ frame }) => (frame as { method?: string }).method === "session/update");
    expect(talk.updates.items.map(({ update }) => update.sessionUpdate)).toEqual(
      sent.map(({ frame }) => kindOf(frame)),
    );
    expect(dropped).not.toHaveBeenCalled();
  });

  it("cancel a turn", async () => {
    verifies("CANCEL-002", "CXL-001");
    await using talk = await startTalk();
    await talk.agent.request("initialize", initialize);
    const { sessionId } = await talk.agent.request("session/new", setup);
    const prompt = [{ type: "text" as const, text: "say started\nwait 600000" }];
    const running = talk.agent.request("session/prompt", { sessionId, prompt });
    await talk.updates.find("the message", ({ update }) => JSON.stringify(update).includes("started"));
    await talk.agent.notify("session/cancel", { sessionId });
    expect(await running).toEqual({ stopReason: "cancelled" });
    const abort = new AbortController();
    const aborted = talk.agent.request("session/prompt", { sessionId, prompt }, { cancellationSignal: abort.signal });
    await talk.updates.find("the message", ({ update }) => JSON.stringify(update).includes("started"), 2);
    abort.abort();
    await expect(aborted).rejects.toMatchObject({ code: -32800 });
  });

  it("go through the life of sessions", async () => {
    verifies("LOAD-003", "RESUME-003", "CLOSE-003", "LIST-002", "DELETE-002", "MODE-001", "CONFIG-004", "ERR-002");
    await using talk = await startTalk();
    const { agent } = talk;
    await agent.request("initialize", initialize);
    const { sessionId } = await agent.request("session/new", setup);
    await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "say remember me" }] });
    await agent.request("session/set_mode", { sessionId, modeId: "chat" });
    const set = await agent.request("session/set_config_option", { sessionId, configId: "mode", value: "code" });
    expect(set.configOptions.length).toBeGreaterThan(1);
    await expect(agent.request("session/set_mode", { sessionId, modeId: "x" })).rejects.toMatchObject({
      code: -32602,
    });
    expect((await agent.request("session/list", {})).sessions).toMatchObject([{ sessionId, cwd: CWD }]);
    await agent.request("session/close", { sessionId });
    const prompt = [{ type: "text" as const, text: "say hello" }];
    await expect(agent.request("session/prompt", { sessionId, prompt })).rejects.toMatchObject({ code: -32002 });
    await agent.request("session/resume", { sessionId, cwd: CWD });
    await agent.request("session/load", { sessionId, ...setup });
    await talk.updates.find("the replay", ({ update }) => JSON.stringify(update).includes('"remember me"'), 2);
    await agent.request("session/delete", { sessionId });
    expect((await agent.request("session/list", {})).sessions).toEqual([]);
    expect(dropped).not.toHaveBeenCalled();
  });

  it("speak the SDK's own language for sessions", async () => {
    verifies("SETUP-001", "CONTENT-001");
    await using talk = await startTalk();
    await talk.agent.request("initialize", initialize);
    using session = await talk.agent.buildSession(CWD).start();
    const stopped = session.prompt("say one\nthink two\nsay three");
    expect(await session.readText()).toContain("one");
    expect(await stopped).toEqual({ stopReason: "end_turn" });
  });
});

interface Talk extends AsyncDisposable {
  readonly agent: ClientContext;
  readonly updates: Inbox<SessionNotification>;
  /** What our agent sent and what it was sent. */
  readonly frames: readonly RecordedFrame[];
}

async function startTalk(): Promise<Talk> {
  const child = startProgram(await bundleProgram(scriptedAgent.main));
  const frames: RecordedFrame[] = [];
  const note = { agent: createSpy("agent", frames), client: createSpy("client", frames) };
  const toAgent = new WritableStream<Uint8Array>({
    write: (chunk) => {
      note.client(chunk);
      child.stdin.write(chunk);
    },
  });
  const fromAgent = new ReadableStream<Uint8Array>({
    start: (controller) => {
      child.stdout.on("end", () => controller.close());
      child.stdout.on("data", (chunk: Uint8Array) => {
        note.agent(chunk);
        controller.enqueue(chunk);
      });
    },
  });
  const updates = createInbox<SessionNotification>();
  const connection = createClient(updates).connect(ndJsonStream(toAgent, fromAgent));
  return {
    agent: connection.agent,
    updates,
    frames,
    async [Symbol.asyncDispose]() {
      await child[Symbol.asyncDispose]();
      await connection.closed;
      expect(judgeFrames(frames)).toEqual([]);
    },
  };
}

/** Keeps the messages in the bytes that it is shown. */
function createSpy(from: RecordedFrame["from"], frames: RecordedFrame[]): (chunk: Uint8Array) => void {
  const decoder = new TextDecoder();
  let rest = "";
  return (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) frames.push({ from, frame: JSON.parse(line) as unknown });
  };
}

function createClient(updates: Inbox<SessionNotification>): ClientApp {
  const files = new Map<string, string>();
  return client({ name: "sdk-client" })
    .onNotification("session/update", ({ params }) => updates.push(params))
    .onRequest("session/request_permission", ({ params: { options } }) => ({
      outcome: { outcome: "selected", optionId: options[0]?.optionId ?? "" },
    }))
    .onRequest("fs/read_text_file", ({ params: { path } }) => ({ content: files.get(path) ?? "" }))
    .onRequest("fs/write_text_file", ({ params: { path, content } }) => void files.set(path, content))
    .onRequest("terminal/create", () => ({ terminalId: "terminal-1" }))
    .onRequest("terminal/output", () => ({ output: "out", truncated: false }))
    .onRequest("terminal/wait_for_exit", () => ({ exitCode: 0 }))
    .onRequest("terminal/kill", () => undefined)
    .onRequest("terminal/release", () => undefined)
    .onRequest("elicitation/create", () => ({ action: "decline" }))
    .onNotification("elicitation/complete", () => undefined);
}

function kindOf(frame: unknown): string {
  return (frame as { params: { update: { sessionUpdate: string } } }).params.update.sessionUpdate;
}
