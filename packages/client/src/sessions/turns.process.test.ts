import { beforeEach, describe, expect, it } from "vitest";
import type { Feature } from "../features/feature.ts";
import { createFakeTime, type FakeTime } from "../testing/fake-time.ts";
import { text, texts, types } from "../testing/events.ts";
import { inlineAgent } from "../testing/inline-agent.ts";
import type { TestAgent, TestAgentOptions } from "../testing/test-agent.ts";
import type { Session, SessionSignal } from "./session.ts";
import { useAgents } from "../testing/use-agents.ts";

const agents = useAgents();
const CWD = process.cwd();

function createAt(time: FakeTime, program: readonly string[], options: Partial<TestAgentOptions> = {}): TestAgent {
  return agents.create(program, { clock: time.clock, timers: time.timers, ...options });
}

function collectSignals(session: Session): SessionSignal[] {
  const signals: SessionSignal[] = [];
  session.onSignal((signal) => signals.push(signal));
  return signals;
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

describe("a turn that goes quiet", () => {
  let time: FakeTime;
  beforeEach(() => {
    time = createFakeTime();
  });

  it("raises a signal, again and again, and goes on", async () => {
    await using test = createAt(time, agents.lying("never-answers-a-prompt"));
    const session = await test.agent.newSession({ cwd: CWD });
    const signals = collectSignals(session);
    const prompted = session.prompt(text("lie"));
    await underWay(test, session);
    time.advance(29_999);
    expect(signals).toEqual([]);
    time.advance(30_001);
    time.advance(240_000);
    expect(signals).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => ({ type: "quiet", forMs: count * 30_000 })));
    expect(session.isRunning).toBe(true);
    await session.cancel({ force: true });
    await prompted;
    time.advance(1_000_000);
    expect(signals).toHaveLength(10);
  });

  it("counts from the last message", async () => {
    const program = inlineAgent((wire) => {
      wire.on("session/prompt", ({ params }) => {
        wire.say(params.sessionId, "first");
        process.on("SIGUSR2", () => wire.say(params.sessionId, "second"));
      });
    });
    await using test = createAt(time, program);
    const session = await test.agent.newSession({ cwd: CWD });
    const signals = collectSignals(session);
    const prompted = session.prompt(text("x"));
    await underWay(test, session);
    time.advance(20_000);
    process.kill((test.agent.state as { pid: number }).pid, "SIGUSR2");
    await expect.poll(() => types(test.store.written(session.id)).filter((type) => type === "update")).toHaveLength(2);
    time.advance(20_000);
    expect(signals).toEqual([]);
    time.advance(10_000);
    expect(signals).toEqual([{ type: "quiet", forMs: 30_000 }]);
    await session.cancel({ force: true });
    await prompted;
  });

  it("is not quiet while the agent waits for an answer", async () => {
    const replies: (() => void)[] = [];
    const feature = {
      name: "person",
      capabilities: { elicitation: { form: {} } },
      open: async () => ({
        handlers: {
          "elicitation/create": () =>
            new Promise<{ action: "decline" }>((resolve) => {
              replies.push(() => resolve({ action: "decline" }));
            }),
        },
        close: async () => undefined,
      }),
    };
    await using test = createAt(time, agents.scripted(), { features: [feature] });
    const session = await test.agent.newSession({ cwd: CWD });
    const signals = collectSignals(session);
    const prompted = session.prompt(text("ask May I?"));
    await expect.poll(() => replies).toHaveLength(1);
    time.advance(3_600_000);
    expect(signals).toEqual([]);
    replies[0]?.();
    expect(await prompted).toEqual({ stopReason: "end_turn" });
  });
});

describe("a turn that is cancelled", () => {
  it("ends when the agent says so, and its questions are answered with cancelled", async () => {
    const aborted: boolean[] = [];
    let asked = 0;
    const feature = {
      name: "person",
      capabilities: { elicitation: { form: {} } },
      open: async () => ({
        handlers: {
          "elicitation/create": (_params: unknown, { signal }: { signal: AbortSignal }) =>
            new Promise<never>((_resolve, reject) => {
              asked += 1;
              signal.addEventListener("abort", () => {
                aborted.push(true);
                reject(new Error("nobody wants to know"));
              });
            }),
        },
        close: async () => undefined,
      }),
    };
    await using test = agents.create(agents.scripted(), { features: [feature] });
    const session = await test.agent.newSession({ cwd: CWD });
    const prompted = session.prompt(text("say well\nask May I?"));
    await expect.poll(() => asked).toBe(1);
    await session.cancel();
    expect(await prompted).toEqual({ stopReason: "cancelled" });
    expect(aborted).toEqual([true]);
  });

  it("asks no more questions, even after it was ended by force", async () => {
    let asked = 0;
    const feature: Feature = {
      name: "person",
      capabilities: {},
      open: async () => ({
        handlers: {
          "session/request_permission": () => {
            asked += 1;
            return { outcome: { outcome: "selected", optionId: "yes" } };
          },
        },
        close: async () => undefined,
      }),
    };
    const program = inlineAgent((wire) => {
      wire.on("session/prompt", ({ params: { sessionId }, answer }) => {
        const ask = (): void => {
          const params = { sessionId, toolCall: { toolCallId: "t" }, options: [] };
          void wire.ask("session/request_permission", params).then(({ result }) => {
            wire.say(sessionId, JSON.stringify(result));
            return undefined;
          });
        };
        wire.say(sessionId, "working");
        wire.on("session/cancel", ask);
        process.on("SIGUSR2", ask);
        process.on("SIGHUP", () => answer({ stopReason: "cancelled" }));
      });
    });
    await using test = agents.create(program, { features: [feature] });
    const session = await test.agent.newSession({ cwd: CWD });
    const prompted = session.prompt(text("x"));
    await underWay(test, session);
    const { pid } = test.agent.state as { pid: number };
    void session.cancel();
    const unasked = '{"outcome":{"outcome":"cancelled"}}';
    await expect.poll(() => texts(test.store.written(session.id))).toEqual(["working", unasked]);
    await session.cancel({ force: true });
    await prompted;
    process.kill(pid, "SIGUSR2");
    await expect.poll(() => texts(test.store.written(session.id))).toEqual(["working", unasked, unasked]);
    expect(asked).toBe(0);
    process.kill(pid, "SIGHUP");
  });

  it.each([
    [-32_800, "Request cancelled", []],
    [-32_603, "aborted", ["When cancelled, the agent answered: aborted"]],
  ])("counts as cancelled when the agent answers with the error %i", async (code, message, notes) => {
    const program = inlineAgent(
      (wire, error: { code: number; message: string }) => {
        wire.on("session/prompt", ({ params, refuse }) => {
          wire.say(params.sessionId, "working");
          wire.on("session/cancel", () => refuse(error.code, error.message));
        });
      },
      { code, message },
    );
    await using test = agents.create(program);
    const session = await test.agent.newSession({ cwd: CWD });
    const prompted = session.prompt(text("x"));
    await underWay(test, session);
    await session.cancel();
    expect(await prompted).toEqual({ stopReason: "cancelled" });
    expect(test.store.written(session.id).flatMap((event) => (event.type === "note" ? [event.text] : []))).toEqual(
      notes,
    );
  });

  it("counts as cancelled when the agent ends it like any other turn, whose word is kept in the log", async () => {
    const program = inlineAgent((wire) => {
      wire.on("session/prompt", ({ params, answer }) => {
        wire.say(params.sessionId, "working");
        wire.on("session/cancel", () => answer({ stopReason: "end_turn" }));
      });
    });
    await using test = agents.create(program);
    const session = await test.agent.newSession({ cwd: CWD });
    const prompted = session.prompt(text("x"));
    await underWay(test, session);
    await session.cancel();
    expect(await prompted).toEqual({ stopReason: "cancelled" });
    expect(test.store.written(session.id).slice(-2)).toMatchObject([
      { type: "note", text: "The turn was cancelled; the agent ended it with end_turn" },
      { type: "stop", stopReason: "cancelled" },
    ]);
  });

  it("raises a signal if the agent does not listen; by force it ends here", async () => {
    const time = createFakeTime();
    await using test = createAt(time, agents.lying("never-answers-a-prompt"));
    const session = await test.agent.newSession({ cwd: CWD });
    const signals = collectSignals(session);
    const prompted = session.prompt(text("lie"));
    await underWay(test, session);
    const cancelled = session.cancel();
    time.advance(20_000);
    expect(signals).toEqual([
      { type: "cancel_ignored", forMs: 10_000 },
      { type: "cancel_ignored", forMs: 20_000 },
    ]);
    await session.cancel({ force: true });
    await cancelled;
    expect(await prompted).toEqual({ stopReason: "cancelled" });
    time.advance(1_000_000);
    expect(signals).toHaveLength(2);
  });

  it("is not sent at all if it had not been yet", async () => {
    let go: () => void = () => undefined;
    const feature = {
      name: "slow",
      capabilities: {},
      open: async () => ({
        handlers: {},
        beforeTurn: () =>
          new Promise<void>((resolve) => {
            go = resolve;
          }),
        close: async () => undefined,
      }),
    };
    await using test = agents.create(agents.scripted(), { features: [feature] });
    const session = await test.agent.newSession({ cwd: CWD });
    const prompted = session.prompt(text("say never"));
    await expect.poll(() => types(test.store.written(session.id))).toContain("prompt");
    await session.cancel();
    go();
    expect(await prompted).toEqual({ stopReason: "cancelled" });
    const kinds = types(test.store.written(session.id)).filter((type) => type !== "update");
    expect(kinds.slice(3)).toEqual(["prompt", "stop"]);
    expect(await test.agent.listSessions()).not.toContainEqual(expect.objectContaining({ title: "say never" }));
  });

  it("keeps what the agent still says, and drops the answer that is late", async () => {
    const program = inlineAgent((wire) => {
      wire.on("session/prompt", ({ params, answer }) => {
        wire.say(params.sessionId, "working");
        process.once("SIGUSR2", () => {
          wire.say(params.sessionId, "done after all");
          answer({ stopReason: "refusal" });
        });
      });
    });
    await using test = agents.create(program);
    const session = await test.agent.newSession({ cwd: CWD });
    const prompted = session.prompt(text("x"));
    await underWay(test, session);
    await session.cancel({ force: true });
    expect(await prompted).toEqual({ stopReason: "cancelled" });
    process.kill((test.agent.state as { pid: number }).pid, "SIGUSR2");
    await expect
      .poll(() => types(test.store.written(session.id)))
      .toEqual(["agent_started", "prompt", "update", "stop", "update"]);
    expect(test.problems).toEqual([]);
  });
});
