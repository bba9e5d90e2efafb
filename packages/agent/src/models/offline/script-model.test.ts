// The script as a model: what each line becomes, and how it continues after a tool call.
import { describe, expect, it } from "vitest";
import type { Message } from "../message.ts";
import type { ModelEvent, ToolSpec } from "../model.ts";
import { gather, only, open, request, testEnvironment, textOf, user } from "../testing/ask.ts";

const tools: readonly ToolSpec[] = ["plan", "read", "write", "edit", "shell", "fetch", "ask"].map((name) => ({
  name,
  description: name,
  inputSchema: { type: "object" },
}));

async function play(messages: readonly Message[] | string, signal?: AbortSignal): Promise<ModelEvent[]> {
  return gather(await open("offline/script", testEnvironment({})), request(messages, { tools }), signal);
}

/** Plays to the end as the loop does, each tool giving what `answer` says. */
async function playAll(script: string, answer: (name: string) => { text: string; isError?: boolean }) {
  const messages: Message[] = [user(script)];
  const steps: ModelEvent[][] = [];
  for (let step = 0; step < 50; step += 1) {
    const events = await play(messages);
    steps.push(events);
    const calls = only(events, "tool_call");
    if (calls.length === 0) return { steps, calls: steps.flatMap((played) => only(played, "tool_call")) };
    const text = textOf(events);
    messages.push({ role: "assistant", parts: [...(text === "" ? [] : [{ type: "text" as const, text }]), ...calls] });
    const results = calls.map(({ callId, name }) => {
      const { text: said, isError = false } = answer(name);
      return { callId, name, isError, parts: [{ type: "text" as const, text: said }] };
    });
    messages.push({ role: "tool", results });
  }
  throw new Error("the script does not end");
}

describe("speech", () => {
  it("says and thinks", async () => {
    expect(await play("think Hm.\nsay Hello")).toEqual([
      { type: "thought", text: "Hm." },
      { type: "thought_end" },
      { type: "text", text: "Hello" },
      { type: "text_end" },
      { type: "finish", reason: "stop", usage: expect.objectContaining({ outputTokens: 2 }) },
    ]);
  });

  it("keeps two sayings apart", async () => {
    expect(textOf(await play("say one\nsay two"))).toBe("one\n\ntwo");
  });

  it("streams chunks of just the length that was asked for", async () => {
    const events = await play("stream 1000 50");
    const chunks = only(events, "text");
    expect(chunks).toHaveLength(1_000);
    expect(chunks.every(({ text }) => text.length === 50)).toBe(true);
    expect(events.at(-1)).toMatchObject({ type: "finish", usage: { outputTokens: 12_500 } });
  });

  it("quotes prose, and says how to get a real model", async () => {
    const text = textOf(await play("Please write\na poem"));
    expect(text).toContain("“Please write a poem”");
    expect(text).toContain("No model is configured, so this is the offline demo.");
    expect(text).toContain("`parley agent login`");
    expect(textOf(await play("x".repeat(10_000))).length).toBeLessThan(1_500);
    expect(textOf(await play(""))).toContain("no text");
  });

  it("names what cannot be played, and plays the rest", async () => {
    const text = textOf(await play("say ok\nwrote a.txt\ntitle My title\nshow image\nstop end_turn"));
    expect(text).toContain("Line 2 is not a script command");
    expect(text).toContain("`title` is a command of the scripted agent only");
    expect(text).toContain("`show` is a command of the scripted agent only");
    expect(textOf(await play("help"))).toContain("`write PATH TEXT`");
  });

  it("takes no file that came along for a script", async () => {
    const parts = [
      { type: "text" as const, text: "What is this?" },
      { type: "text" as const, text: '<resource uri="/a">\nsay wrong\n</resource>' },
    ];
    expect(textOf(await play([{ role: "user", parts }]))).toContain("“What is this?”");
  });
});

describe("tools", () => {
  const script = `say Let us begin
plan [>] !First; Second
read notes.txt 2 1
write "a b.txt" one\\ntwo
edit a.txt old => new
run ls -l
timeout 200 sleep 30
fetch https://example.com/
ask Your name?
say Done`;

  it("calls one after the other, with the input that the tools take", async () => {
    const { steps, calls } = await playAll(script, () => ({ text: "fine" }));
    expect(calls.map(({ name, input }) => [name, input])).toEqual([
      [
        "plan",
        {
          entries: [
            { content: "First", status: "in_progress", priority: "high" },
            { content: "Second", status: "pending", priority: "medium" },
          ],
        },
      ],
      ["read", { path: "notes.txt", line: 2, limit: 1 }],
      ["write", { path: "a b.txt", content: "one\ntwo" }],
      ["edit", { path: "a.txt", old_text: "old", new_text: "new" }],
      ["shell", { command: "ls -l" }],
      ["shell", { command: "sleep 30", timeout_ms: 200 }],
      ["fetch", { url: "https://example.com/" }],
      ["ask", { question: "Your name?" }],
    ]);
    expect(steps.map((events) => events.at(-1))).toEqual(
      steps.map((_, at) => expect.objectContaining({ reason: at === steps.length - 1 ? "stop" : "tool_calls" })),
    );
    expect(steps.map((events) => textOf(events)).join("|")).toBe("Let us begin||||||||Done");
    expect(steps[0]?.map(({ type }) => type)).toEqual(["text", "text_end", "tool_call_begun", "tool_call", "finish"]);
  });

  it("tells of a tool that failed, and goes on", async () => {
    const { steps } = await playAll("read a.txt\nsay still here", () => ({ text: "No such\nfile", isError: true }));
    expect(steps.map((events) => textOf(events))).toEqual(["", "The tool read failed: No such file\n\nstill here"]);
  });

  it("says so when the mode has no such tool", async () => {
    const model = await open("offline/script", testEnvironment({}));
    const events = await gather(model, request("run ls\nsay next", { tools: [] }));
    expect(textOf(events)).toBe("`run` needs the tool shell, which is not available in this mode.\n\nnext");
    expect(events.at(-1)).toMatchObject({ reason: "stop" });
  });

  it("is deterministic, and never uses an id twice in a conversation", async () => {
    const first = await playAll(script, () => ({ text: "fine" }));
    expect(await playAll(script, () => ({ text: "fine" }))).toEqual(first);
    const [call] = only(await play("read a.txt"), "tool_call");
    const again = await play([
      user("read a.txt"),
      { role: "assistant", parts: [call!] },
      { role: "tool", results: [{ callId: call!.callId, name: "read", isError: false, parts: [] }] },
      user("read a.txt"),
    ]);
    const [second] = only(again, "tool_call");
    expect(second?.input).toEqual({ path: "a.txt" });
    expect(second?.callId).not.toBe(call?.callId);
    const compacted = await play([user("What happened so far: a file was read."), user("read a.txt")]);
    expect(only(compacted, "tool_call")[0]?.callId).not.toBe(call?.callId);
  });

  it("starts again with a message that came in between", async () => {
    const [call] = only(await play("read a.txt\nsay old"), "tool_call");
    const events = await play([
      user("read a.txt\nsay old"),
      { role: "assistant", parts: [call!] },
      { role: "tool", results: [{ callId: call!.callId, name: "read", isError: false, parts: [] }] },
      user("say new"),
    ]);
    expect(textOf(events)).toBe("new");
  });
});

describe("flow", () => {
  it("ends for the reason that is given", async () => {
    const last = async (script: string) => (await play(script)).at(-1);
    expect(await last("say x\nstop max_tokens\nsay never")).toMatchObject({ type: "finish", reason: "max_tokens" });
    expect(await last("stop refusal")).toMatchObject({ type: "finish", reason: "refusal" });
    expect(await last("stop end_turn")).toMatchObject({ type: "finish", reason: "stop" });
    expect(await last("stop max_turn_requests")).toMatchObject({ type: "finish", reason: "other" });
    expect(await last("say x\nfail The model is down.")).toEqual({
      type: "failure",
      failure: { kind: "failed", message: "The model is down." },
    });
  });

  it("reports the scripted usage", async () => {
    expect((await play("usage 12000 200000\nsay x")).at(-1)).toMatchObject({
      usage: { inputTokens: 12_000, outputTokens: 0 },
    });
  });

  it("waits, and stops waiting when it is aborted", async () => {
    const abort = new AbortController();
    const model = await open("offline/script", testEnvironment({}));
    const events: ModelEvent[] = [];
    for await (const event of model.stream(request("say first\nwait 600000\nsay late", { tools }), abort.signal)) {
      events.push(event);
      if (event.type === "text_end") setImmediate(() => abort.abort());
    }
    expect(events).toEqual([{ type: "text", text: "first" }, { type: "text_end" }]);
  });

  it("stops in the middle of a stream when it is aborted", async () => {
    const abort = new AbortController();
    setImmediate(() => abort.abort());
    const events = await play("stream 1000000 100", abort.signal);
    expect(events.length).toBeGreaterThan(0);
    expect(events.length).toBeLessThan(100_000);
    expect(events.every(({ type }) => type === "text")).toBe(true);
  });
});
