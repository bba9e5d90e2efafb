import { describe, expect, it } from "vitest";
import { summarize, text, texts, types } from "../testing/events.ts";
import { useAgents } from "../testing/use-agents.ts";

const agents = useAgents();
const CWD = process.cwd();

describe("a turn", () => {
  it("is in the log before any subscriber sees it, and on disk before it ends", async () => {
    await using test = agents.create(agents.scripted());
    const session = await test.agent.newSession({ cwd: CWD });
    const shown: number[] = [];
    session.onEvents((batch) => {
      const written = test.store.written(session.id);
      for (const { event, line } of batch) {
        expect(written.at(event.seq - 1)).toEqual(JSON.parse(line));
        shown.push(event.seq);
      }
      expect(session.transcript.lastSeq).toBe(batch.at(-1)?.event.seq);
    });
    const before = test.store.syncs;
    const result = await session.prompt(text("stream 2000 20\nusage 10 100"));
    expect(result).toEqual({ stopReason: "end_turn" });
    expect(test.store.syncs).toBe(before + 1);
    expect(shown.at(-1)).toBe(test.store.written(session.id).length);
    expect(shown).toEqual(shown.map((_, index) => (shown[0] ?? 0) + index));
    expect(test.store.written(session.id).at(-1)).toMatchObject({ type: "stop", stopReason: "end_turn" });
  });

  it.each(["max_tokens", "max_turn_requests", "refusal"])("ends with %s", async (reason) => {
    await using test = agents.create(agents.scripted());
    const session = await test.agent.newSession({ cwd: CWD });
    expect(await session.prompt(text(`stop ${reason}`))).toEqual({ stopReason: reason });
  });

  it("ends with the agent's error, and the next one is served", async () => {
    await using test = agents.create(agents.scripted());
    const session = await test.agent.newSession({ cwd: CWD });
    expect(await session.prompt(text("fail the model is away"))).toMatchObject({
      error: { name: "RpcError", code: -32_603, message: "the model is away" },
    });
    expect(test.store.written(session.id).at(-1)).toMatchObject({
      type: "stop",
      error: { code: -32_603, message: "the model is away" },
    });
    expect(await session.prompt(text("say fine"))).toEqual({ stopReason: "end_turn" });
  });

  it("has features before and after it; what they fail with is a note", async () => {
    const steps: string[] = [];
    const feature = {
      name: "watch",
      capabilities: {},
      open: async (scope: { readonly turnId: string | undefined; record(body: object): void }) => ({
        handlers: {},
        beforeTurn: async () => {
          steps.push(`before ${scope.turnId !== undefined}`);
          await Promise.reject(new Error("no snapshot"));
        },
        afterTurn: async () => {
          steps.push(`after ${scope.turnId !== undefined}`);
          scope.record({ type: "changes", files: [{ path: "a", change: "added" }], before: "b", after: "c" });
        },
        close: async () => void steps.push(`close ${scope.turnId !== undefined}`),
      }),
    };
    await using test = agents.create(agents.scripted(), { features: [feature] });
    const session = await test.agent.newSession({ cwd: CWD });
    const result = await session.prompt(text("say x"));
    expect(result).toMatchObject({ stopReason: "end_turn", changes: { type: "changes", files: [{ path: "a" }] } });
    // The commands come when the agent pleases: before the turn or in it.
    const told = summarize(test.store.written(session.id)).slice(3);
    expect(told).toContain("available_commands_update");
    expect(told.filter((one) => one !== "available_commands_update")).toEqual([
      "prompt",
      "note",
      "x",
      "stop",
      "changes",
    ]);
    expect(test.store.written(session.id)).toContainEqual(
      expect.objectContaining({ type: "note", text: "no snapshot" }),
    );
    await session.close();
    expect(steps).toEqual(["before true", "after true", "close false"]);
  });

  it("waits for the previous one; the number waiting is reported, and too many are refused", async () => {
    await using test = agents.create(agents.scripted(), { limits: { promptsWaitingMax: 2 } });
    const session = await test.agent.newSession({ cwd: CWD });
    const waiting: number[] = [];
    session.onSignal((signal) => signal.type === "queue" && waiting.push(signal.waiting));
    const prompts = ["wait 30\nsay 1", "say 2", "say 3"].map((line) => session.prompt(text(line)));
    await expect(session.prompt(text("say 4"))).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining("2 prompts are already waiting") as string,
    });
    expect(session).toMatchObject({ isRunning: true, waiting: 2 });
    expect(await Promise.all(prompts)).toEqual(Array.from({ length: 3 }, () => ({ stopReason: "end_turn" })));
    expect(texts(test.store.written(session.id))).toEqual(["1", "2", "3"]);
    expect(waiting).toEqual([1, 2, 1, 0]);
    expect(session).toMatchObject({ isRunning: false, waiting: 0 });
  });

  it("can be taken out of the queue, or cancelled, by its signal", async () => {
    await using test = agents.create(agents.scripted());
    const session = await test.agent.newSession({ cwd: CWD });
    const [running, queued] = [new AbortController(), new AbortController()];
    const first = session.prompt(text("say 1\nwait 60000"), { signal: running.signal });
    const second = session.prompt(text("say 2"), { signal: queued.signal });
    const third = session.prompt(text("say 3"));
    queued.abort();
    expect(await second).toEqual({ stopReason: "cancelled" });
    await expect.poll(() => texts(test.store.written(session.id))).toEqual(["1"]);
    running.abort();
    expect(await first).toEqual({ stopReason: "cancelled" });
    expect(await third).toEqual({ stopReason: "end_turn" });
    expect(texts(test.store.written(session.id))).toEqual(["1", "3"]);
    expect(await session.prompt(text("say 4"), { signal: AbortSignal.abort() })).toEqual({ stopReason: "cancelled" });
  });

  it("is not sent with what the agent does not take, and says what that is", async () => {
    const promptCapabilities = { image: false, audio: false, embeddedContext: false };
    await using test = agents.create(agents.scripted({ promptCapabilities }));
    const session = await test.agent.newSession({ cwd: CWD });
    const image = { type: "image" as const, data: "AA==", mimeType: "image/png" };
    expect(await session.prompt([image])).toMatchObject({
      error: { code: "bad_input", message: "The prompt was not sent: Test agent does not accept images" },
    });
    const resource = { type: "resource" as const, resource: { uri: "file:///a.txt", text: "content" } };
    await session.setModel("offline/echo");
    expect(await session.prompt([...text("say x"), resource])).toEqual({ stopReason: "end_turn" });
    expect(test.store.written(session.id)).toContainEqual(
      expect.objectContaining({
        type: "prompt",
        // As it was given, so that nothing attached becomes a title; the agent got it as text.
        prompt: [...text("say x"), resource],
      }),
    );
    expect(JSON.stringify(test.store.written(session.id))).toContain(JSON.stringify("file:///a.txt\n```").slice(1, -1));
  });

  it("keeps what comes after its answer, behind its stop", async () => {
    await using test = agents.create(agents.lying("updates-after-the-answer"));
    const session = await test.agent.newSession({ cwd: CWD });
    await session.prompt(text("lie"));
    await expect
      .poll(() => types(test.store.written(session.id)).slice(2))
      .toEqual(["prompt", "update", "update", "stop", "update", "update"]);
    expect(session.transcript.snapshot().state.title).toBe("Late");
  });
});
