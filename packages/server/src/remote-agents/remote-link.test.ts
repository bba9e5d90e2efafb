// Links to remote agents made with the SDK.
import { describe, expect, it } from "vitest";
import { readCard } from "./read-card.ts";
import { openLink, said, words } from "./testing/heard-link.ts";
import { openSdkAgent } from "./testing/sdk-agent.ts";

describe.each([true, false])("a remote agent (streaming: %s)", (streaming) => {
  it("answers in the session's log", async () => {
    await using agent = await openSdkAgent({ streaming });
    const { link, log } = await openLink(agent.url);
    expect(await link.prompt(words("go"), { preamble: async () => words("before: ") })).toEqual({
      stopReason: "end_turn",
    });
    expect(said(log.events, "agent_message_chunk")).toBe("one two (before: go)");
    expect(log.events.map(({ seq }) => seq)).toEqual(log.events.map((_, index) => index + 1));
    expect(log.events[0]).toMatchObject({ type: "prompt", prompt: words("go") });
    expect(log.events.at(-1)).toMatchObject({ type: "stop", stopReason: "end_turn" });
    const started = log.events.find(({ type }) => type === "agent_started");
    expect(started).toMatchObject({ agent: { name: "Far Agent" }, agentSessionId: link.agentSessionId });
    await link.prompt(words("again"));
    expect(agent.messages.map(({ contextId }) => contextId)).toEqual([link.agentSessionId, link.agentSessionId]);
    await link.close();
  });

  it("asks a question, and gets the answer on the same task", async () => {
    await using agent = await openSdkAgent({ streaming });
    const { link, log } = await openLink(agent.url);
    expect(await link.prompt(words("ask"))).toEqual({ stopReason: "end_turn" });
    expect(said(log.events, "agent_message_chunk")).toBe("which colour?");
    expect(await link.prompt(words("blue"))).toEqual({ stopReason: "end_turn" });
    const [question, answer] = agent.messages;
    expect(answer?.taskId).toBe(question?.taskId);
    expect(said(log.events, "agent_message_chunk")).toContain("(blue)");
    await link.prompt(words("next"));
    expect(agent.messages[2]?.taskId).not.toBe(question?.taskId);
  });

  it.each([
    ["fail", { error: { message: "out of luck" } }],
    ["sign in", { error: { code: "sign_in_needed", message: "who are you?" } }],
    ["refuse", { stopReason: "refusal" }],
    ["just a message", { stopReason: "end_turn" }],
  ])("ends a turn with %j as it reports", async (text, result) => {
    await using agent = await openSdkAgent({ streaming });
    const { link, log } = await openLink(agent.url);
    expect(await link.prompt(words(text))).toMatchObject(result);
    expect(log.events.at(-1)?.type).toBe("stop");
  });

  it("resumes a conversation by its id", async () => {
    await using agent = await openSdkAgent({ streaming });
    const first = await openLink(agent.url);
    await first.link.prompt(words("go"));
    const { agentSessionId } = first.link;
    const second = await openLink(agent.url, { agentSessionId });
    await second.link.prompt(words("on"));
    expect(agent.messages.map(({ contextId }) => contextId)).toEqual([agentSessionId, agentSessionId]);
  });
});

describe("a remote agent", () => {
  it("is cancelled, and reports it", async () => {
    await using agent = await openSdkAgent();
    const { link, log } = await openLink(agent.url);
    const turn = link.prompt(words("wait"));
    await log.until((event) => event.type === "update");
    await link.cancel();
    expect(await turn).toEqual({ stopReason: "cancelled" });
    expect(said(log.events, "agent_thought_chunk")).toBe("looking around");
  });

  it("counts as cancelled even if it completed", async () => {
    await using agent = await openSdkAgent();
    const { link, log } = await openLink(agent.url);
    const turn = link.prompt(words("finish anyway"));
    await log.until((event) => event.type === "update");
    await link.cancel();
    expect(await turn).toEqual({ stopReason: "cancelled" });
    expect(log.events.slice(-2)).toMatchObject([
      { type: "note", text: expect.stringContaining("end_turn") },
      { type: "stop", stopReason: "cancelled" },
    ]);
  });

  it("gets a new message if the task that asked has ended", async () => {
    await using agent = await openSdkAgent();
    const { link, log } = await openLink(agent.url);
    await link.prompt(words("ask"));
    await agent.cancelAll();
    expect(await link.prompt(words("blue"))).toEqual({ stopReason: "end_turn" });
    expect(said(log.events, "agent_message_chunk")).toContain("(blue)");
    expect(agent.messages[1]?.taskId).not.toBe(agent.messages[0]?.taskId);
  });

  it("is stopped by force, and by a signal", async () => {
    await using agent = await openSdkAgent();
    const { link, log } = await openLink(agent.url);
    const signal = new AbortController();
    const turn = link.prompt(words("wait"), { signal: signal.signal });
    const queued = link.prompt(words("never sent"), { signal: signal.signal });
    await log.until((event) => event.type === "update");
    signal.abort();
    expect([await turn, await queued]).toEqual([{ stopReason: "cancelled" }, { stopReason: "cancelled" }]);
    const last = link.prompt(words("wait"));
    await log.until((event) => event.type === "update" && event.seq > 5);
    await Promise.all([link.cancel({ force: true }), link.cancel()]);
    expect(await last).toEqual({ stopReason: "cancelled" });
    expect(agent.messages.length).toBe(2);
  });

  it("is reconnected after a disconnect, and nothing is repeated", async () => {
    await using agent = await openSdkAgent();
    const { link, log } = await openLink(agent.url);
    agent.cutAfter(4);
    expect(await link.prompt(words("go"))).toEqual({ stopReason: "end_turn" });
    expect(said(log.events, "agent_message_chunk")).toBe("one two (go)");
  });

  it("that is not found or has gone is an error", async () => {
    const agent = await openSdkAgent();
    await expect(openLink(`${agent.url}/elsewhere`)).rejects.toMatchObject({ code: "connection_failed" });
    const { link, log } = await openLink(agent.url);
    await agent[Symbol.asyncDispose]();
    expect(await link.prompt(words("go"))).toMatchObject({ error: { code: "connection_failed" } });
    expect(log.events.map(({ type }) => type)).toEqual(["prompt", "stop"]);
    await link.close();
    await expect(link.prompt(words("go"))).rejects.toMatchObject({ code: "connection_closed" });
    await expect(readCard(agent.url)).rejects.toMatchObject({ code: "connection_failed" });
  });

  it("describes itself", async () => {
    await using agent = await openSdkAgent();
    const card = { name: "Far Agent", description: "It is elsewhere", skills: ["Paint"] };
    expect(await readCard(agent.url)).toEqual(card);
    expect(await readCard(`${agent.url}/.well-known/agent-card.json`)).toEqual(card);
    const reason = new Error("enough");
    await expect(readCard(agent.url, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
