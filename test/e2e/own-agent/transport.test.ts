// Our own agent byte for byte: what our client would not send, two prompts at once, and lines that are too long.
import { join } from "node:path";
import { createRawPeer, createTempFolder, startProgram, type ProgramExit, type RawPeer } from "@parley/test-support";
import { ErrorCodes } from "@parley/rpc";
import { describe, expect, it } from "vitest";
import { PARLEY } from "../run-parley.ts";
import { TEST_MS } from "./own-place.ts";

const MIB = 1024 * 1024;

interface RawAgent extends AsyncDisposable {
  readonly peer: RawPeer;
  readonly cwd: string;
  write(text: string): void;
  /** Ends its input, and waits for it. */
  end(): Promise<ProgramExit>;
  newSession(): Promise<string>;
  prompt(id: number, sessionId: string, text: string): Promise<Readonly<Record<string, unknown>>>;
}

/** With scripts for a model. */
async function openRaw(): Promise<RawAgent> {
  const folder = await createTempFolder();
  const child = startProgram(PARLEY, {
    args: ["agent", "--model", "offline/script", "--level", "bypass"],
    cwd: folder.path,
    env: { PARLEY_HOME: join(folder.path, "home") },
  });
  const peer = createRawPeer(child.transport());
  await peer.ask(0, "initialize", { protocolVersion: 1, clientCapabilities: {} });
  return {
    peer,
    cwd: folder.path,
    write: (text) => void child.stdin.write(text),
    end: () => {
      child.stdin.end();
      return child.exited;
    },
    async newSession() {
      const { result } = await peer.ask("new", "session/new", { cwd: folder.path, mcpServers: [] });
      return (result as { sessionId: string }).sessionId;
    },
    prompt: (id, sessionId, text) => peer.ask(id, "session/prompt", { sessionId, prompt: [{ type: "text", text }] }),
    async [Symbol.asyncDispose]() {
      await child[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const heardText = ({ peer }: RawAgent, text: string) =>
  peer.heard.find(text, (frame) => JSON.stringify(frame).includes(`"text":"${text}"`));

describe("our own agent on its pipes", { timeout: TEST_MS }, () => {
  it("answers errors with the right code, and continues", async () => {
    await using agent = await openRaw();
    const { peer } = agent;
    const sessionId = await agent.newSession();
    agent.write("this is no JSON\n");
    expect(await peer.answerTo(null)).toMatchObject({ error: { code: ErrorCodes.parseError } });
    expect(await peer.ask(1, "session/fly", {})).toMatchObject({ error: { code: ErrorCodes.methodNotFound } });
    expect(await peer.ask(2, "_example.com/nothing", {})).toMatchObject({ error: { code: ErrorCodes.methodNotFound } });
    expect(await peer.ask(3, "session/new", { cwd: "relative" })).toMatchObject({
      error: { code: ErrorCodes.invalidParams },
    });
    expect(await agent.prompt(4, "no-such-session", "say x")).toMatchObject({ error: { code: -32002 } });
    expect(await peer.ask("five", "session/set_mode", { sessionId, modeId: "autopilot" })).toMatchObject({
      result: {},
    });
    expect(await agent.prompt(6, sessionId, "say still here")).toMatchObject({ result: { stopReason: "end_turn" } });
  });

  it("accepts a message during a turn, and one answer ends both", async () => {
    await using agent = await openRaw();
    const sessionId = await agent.newSession();
    await agent.prompt(1, sessionId, "say warm");
    const first = agent.prompt(2, sessionId, "say one\nrun sleep 1\nsay two");
    await heardText(agent, "one");
    const second = agent.prompt(3, sessionId, "say steered");
    expect(await first).toMatchObject({ result: { stopReason: "end_turn" } });
    expect(await second).toMatchObject({ result: { stopReason: "end_turn" } });
    await heardText(agent, "steered");
  });

  it("ends a turn when its request is cancelled", async () => {
    await using agent = await openRaw();
    const sessionId = await agent.newSession();
    const turn = agent.prompt(7, sessionId, "say begun\nwait 600000");
    await heardText(agent, "begun");
    agent.peer.send({ jsonrpc: "2.0", method: "$/cancel_request", params: { requestId: 7 } });
    expect(await turn).toMatchObject({ result: { stopReason: "cancelled" } });
    expect(await agent.prompt(8, sessionId, "say on")).toMatchObject({ result: { stopReason: "end_turn" } });
  });

  it("ends a turn that is cancelled before it has started", async () => {
    await using agent = await openRaw();
    const sessionId = await agent.newSession();
    const turn = agent.prompt(1, sessionId, "wait 600000\nsay never");
    agent.peer.send({ jsonrpc: "2.0", method: "session/cancel", params: { sessionId } });
    expect(await turn).toMatchObject({ result: { stopReason: "cancelled" } });
    expect(await agent.prompt(2, sessionId, "say on")).toMatchObject({ result: { stopReason: "end_turn" } });
  });

  it("exits when its input ends during a turn, with everything it runs", async () => {
    await using agent = await openRaw();
    const sessionId = await agent.newSession();
    agent.peer.send({
      jsonrpc: "2.0",
      id: 1,
      method: "session/prompt",
      params: { sessionId, prompt: [{ type: "text", text: "run sleep 600.4321" }] },
    });
    await agent.peer.heard.find("the command", (frame) => JSON.stringify(frame).includes('"in_progress"'));
    // Disposing fails if anything is left.
    expect(await agent.end()).toEqual({ code: 0, signal: null });
  });

  it("accepts a line of many MiB, and refuses one over 64 MiB with a clear error", async () => {
    await using agent = await openRaw();
    const sessionId = await agent.newSession();
    const long = "x".repeat(8 * MIB);
    expect(await agent.prompt(1, sessionId, `say big\n# ${long}`)).toMatchObject({
      result: { stopReason: "end_turn" },
    });
    agent.write(`{"jsonrpc":"2.0","id":2,"method":"session/list","params":{"x":"`);
    for (let sent = 0; sent < 65; sent += 1) agent.write("y".repeat(MIB));
    agent.write('"}}\n');
    expect(await agent.peer.answerTo(2)).toMatchObject({
      error: { code: ErrorCodes.invalidRequest, message: expect.stringContaining(String(64 * MIB)) },
    });
    expect(await agent.prompt(3, sessionId, "say still here")).toMatchObject({ result: { stopReason: "end_turn" } });
  });
});
