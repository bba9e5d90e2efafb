// Agents that do not end a turn: silent, stopped, or at work on one that was ended by force.
import { describe, expect, it } from "vitest";
import { createFakeTime, type FakeTime } from "../testing/fake-time.ts";
import { text, texts, types } from "../testing/events.ts";
import { inlineAgent } from "../testing/inline-agent.ts";
import type { TestAgent, TestAgentOptions } from "../testing/test-agent.ts";
import type { Session } from "./session.ts";
import { useAgents } from "../testing/use-agents.ts";

const agents = useAgents();
const CWD = process.cwd();

function createAt(time: FakeTime, program: readonly string[], options: Partial<TestAgentOptions> = {}): TestAgent {
  return agents.create(program, { clock: time.clock, timers: time.timers, ...options });
}

/** Until the agent has said something in the turn. */
async function underWay(test: TestAgent, session: Session): Promise<void> {
  const isSaid = (): boolean => {
    const events = test.store.written(session.id);
    const start = events.findLastIndex(({ type }) => type === "prompt");
    return events.slice(start).some(({ type }) => type === "update");
  };
  await expect.poll(isSaid).toBe(true);
}

describe("an agent that says nothing for hours", () => {
  it("has its turn ended, although the clock is set back meanwhile", async () => {
    const time = createFakeTime();
    await using test = createAt(time, agents.lying("never-answers-a-prompt"), { limits: { silentTurnMs: 60_000 } });
    const session = await test.agent.newSession({ cwd: CWD });
    const prompted = session.prompt(text("lie"));
    await underWay(test, session);
    time.setClockBack(3_600_000);
    time.advance(90_000);
    expect(await prompted).toMatchObject({
      error: { code: "request_timeout", message: expect.stringContaining("sent nothing for") as string },
    });
  });
});

describe.skipIf(process.platform !== "linux")("an agent that is stopped by a signal", () => {
  it("is ended after a while if somebody waits for it, and comes back", async () => {
    await using test = agents.create(agents.scripted(), { limits: { stoppedMs: 200 } });
    const session = await test.agent.newSession({ cwd: CWD });
    const { pid } = test.agent.state as { pid: number };
    process.kill(pid, "SIGSTOP");
    expect(await session.prompt(text("say Hello"))).toMatchObject({
      error: { code: "agent_crashed", message: expect.stringContaining("stopped by a signal") as string },
    });
    expect(await session.prompt(text("say Hello again"))).toEqual({ stopReason: "end_turn" });
    expect(texts(test.store.written(session.id))).toEqual(["Hello again"]);
  });
});

describe("an agent that did not end a turn that was ended by force", () => {
  const limits = { owedAnswerMs: 100 };
  /** Hears nothing any more after a prompt that says so, until it is started again. */
  const deaf = () =>
    inlineAgent((wire) => {
      const agentCapabilities = { sessionCapabilities: { resume: {} } };
      let isDeaf = false;
      wire.on("initialize", ({ answer }) => answer({ protocolVersion: 1, agentCapabilities }));
      wire.on("session/resume", ({ answer }) => answer({}));
      wire.on("session/prompt", ({ params, answer, refuse }) => {
        const [block] = params.prompt;
        if (block?.text === "busy" && isDeaf) return refuse(-32_600, "A turn is running already");
        if (isDeaf) return;
        wire.say(params.sessionId, block?.text ?? "");
        if (block?.text.startsWith("hang") === true) isDeaf = true;
        else answer({ stopReason: "end_turn" });
      });
    });

  it("is started again before it gets the next prompt", async () => {
    await using test = agents.create(deaf(), { limits });
    const session = await test.agent.newSession({ cwd: CWD });
    const hung = session.prompt(text("hang"));
    await underWay(test, session);
    await session.cancel({ force: true });
    await hung;
    expect(await session.prompt(text("hello"))).toEqual({ stopReason: "end_turn" });
    expect(types(test.store.written(session.id))).toEqual([
      "agent_started",
      "prompt",
      "update",
      "stop",
      "agent_restarted",
      "prompt",
      "update",
      "stop",
    ]);
  });

  it("never has its late words taken for the answer to the next prompt", async () => {
    const chatty = inlineAgent((wire) => {
      wire.on("session/prompt", ({ params, answer }) => {
        wire.say(params.sessionId, params.prompt[0]?.text ?? "");
        if (params.prompt[0]?.text !== "hang") answer({ stopReason: "end_turn" });
        else setInterval(() => wire.say(params.sessionId, "late"), 5);
      });
    });
    await using test = agents.create(chatty, { limits });
    const session = await test.agent.newSession({ cwd: CWD });
    const hung = session.prompt(text("hang"));
    await underWay(test, session);
    await session.cancel({ force: true });
    await hung;
    expect(await session.prompt(text("hello"))).toEqual({ stopReason: "end_turn" });
    const written = test.store.written(session.id);
    const last = written.findLastIndex(({ type }) => type === "prompt");
    expect(texts(written.slice(last))).toEqual(["hello"]);
  });

  it("is kept if it ends the turn after all", async () => {
    const slow = inlineAgent((wire) => {
      wire.on("session/prompt", ({ params, answer }) => {
        wire.say(params.sessionId, params.prompt[0]?.text ?? "");
        if (params.prompt[0]?.text === "hang") setTimeout(() => answer({ stopReason: "cancelled" }), 50);
        else answer({ stopReason: "end_turn" });
      });
    });
    await using test = agents.create(slow, { limits: { owedAnswerMs: 20_000 } });
    const session = await test.agent.newSession({ cwd: CWD });
    const hung = session.prompt(text("hang"));
    await underWay(test, session);
    await session.cancel({ force: true });
    await hung;
    expect(await session.prompt(text("hello"))).toEqual({ stopReason: "end_turn" });
    expect(test.states.map(({ state }) => state)).toEqual(["starting", "running"]);
  });

  it("takes the turns of its other sessions with it", async () => {
    await using test = agents.create(deaf(), { limits });
    const session = await test.agent.newSession({ cwd: CWD });
    const other = await test.agent.newSession({ cwd: CWD });
    const hung = session.prompt(text("hang"));
    await underWay(test, session);
    await session.cancel({ force: true });
    await hung;
    const innocent = other.prompt(text("hang on"));
    expect(await session.prompt(text("busy"))).toEqual({ stopReason: "end_turn" });
    expect(await innocent).toMatchObject({
      error: {
        code: "connection_closed",
        message: expect.stringContaining("did not respond in another session") as string,
      },
    });
    expect(await other.prompt(text("hello"))).toEqual({ stopReason: "end_turn" });
  });

  it("ends the turn with what went wrong if it does not start any more", async () => {
    let starts = 0;
    const programs = [deaf(), ["--eval", "process.exit(3)"]];
    await using test = agents.create([], {
      limits,
      find: async () => ({
        name: "test",
        title: "Test agent",
        command: process.execPath,
        args: programs[starts++] ?? [],
        env: agents.marker.env,
      }),
    });
    const session = await test.agent.newSession({ cwd: CWD });
    const hung = session.prompt(text("hang"));
    await underWay(test, session);
    await session.cancel({ force: true });
    await hung;
    expect(await session.prompt(text("busy"))).toMatchObject({ error: { code: "agent_crashed" } });
    expect(test.agent.state).toMatchObject({ state: "error" });
  });
});
