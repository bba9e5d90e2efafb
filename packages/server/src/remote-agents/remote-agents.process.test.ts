// A remote agent as an agent of a hub: added by its address, talked to like any other; and a server of ours as a remote agent.
import { openTestHub } from "@parley/test-support/hub";
import { openTestServer } from "@parley/test-support/server";
import { expect, it } from "vitest";
import type { LoggedEvent } from "@parley/hub";
import { openLink, said, words } from "./testing/heard-link.ts";
import { openSdkAgent } from "./testing/sdk-agent.ts";

function textOf(events: readonly LoggedEvent[]): string {
  return events
    .map(({ event }) => {
      if (event.type !== "update" || event.update.sessionUpdate !== "agent_message_chunk") return "";
      return event.update.content.type === "text" ? event.update.content.text : "";
    })
    .join("");
}

it("is listed, answers, and takes over another agent's conversation", async () => {
  await using remote = await openSdkAgent();
  await using test = await openTestHub();
  const { hub } = test;
  const entry = await hub.agents.addRemote(remote.url);
  expect(entry).toMatchObject({
    kind: "a2a",
    title: "Far Agent",
    description: expect.stringContaining("elsewhere") as string,
  });
  const prompt = (text: string) => [{ type: "text", text } as const];
  const session = await hub.sessions.create({ agent: entry.name });
  for (const text of ["first", "second"]) {
    const turn = await hub.turns.start({ sessionId: session.id, prompt: prompt(text) });
    expect(await hub.turns.ended(turn.id)).toMatchObject({ state: "completed", stopReason: "end_turn" });
  }
  expect(textOf(await hub.sessions.events(session.id, { after: 0 }))).toBe("one two (first)one two (second)");
  expect(new Set(remote.messages.map(({ contextId }) => contextId)).size).toBe(1);

  const other = await hub.sessions.create({ agent: "script" });
  const before = await hub.turns.start({ sessionId: other.id, prompt: prompt("say the word is heron") });
  await hub.turns.ended(before.id);
  const after = await hub.turns.start({ sessionId: other.id, agent: entry.name, prompt: prompt("which word?") });
  expect((await hub.turns.ended(after.id)).state).toBe("completed");
  const told = remote.messages
    .at(-1)
    ?.parts.map(({ content }) => String(content?.value))
    .join("\n");
  expect(told).toContain("the word is heron");

  const failing = await hub.turns.start({ sessionId: session.id, prompt: prompt("fail") });
  expect(await hub.turns.ended(failing.id)).toMatchObject({ state: "failed", error: { message: "out of luck" } });
  const waiting = await hub.turns.start({ sessionId: session.id, prompt: prompt("wait") });
  const isThere = hub.turns.onChange(({ id, state }) => {
    if (id === waiting.id && state === "in_progress") void hub.turns.cancel(id);
  });
  expect((await hub.turns.ended(waiting.id)).state).toBe("cancelled");
  isThere();
});

it("works with a Parley server, including tool calls, thoughts and questions", async () => {
  await using server = await openTestServer();
  const withToken: typeof fetch = (input, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${server.token}`);
    return fetch(input, { ...init, headers });
  };
  const { link, log } = await openLink(`${server.url}/a2a/agents/script`, { fetch: withToken });
  expect(await link.prompt(words("think hmm\nsay hello\nrun echo hi\nsay done"))).toEqual({ stopReason: "end_turn" });
  expect(said(log.events, "agent_thought_chunk")).toBe("hmm");
  expect(said(log.events, "agent_message_chunk")).toMatch(/^hello.*echo hi/s);
  expect(await link.prompt(words("yes"))).toEqual({ stopReason: "end_turn" });
  const updates = log.events.flatMap((event) => (event.type === "update" ? [event.update.sessionUpdate] : []));
  expect(updates).toEqual(expect.arrayContaining(["tool_call", "tool_call_update", "agent_message_chunk"]));
  expect(said(log.events, "agent_message_chunk")).toContain("done");
  await link.close();
});

it("is observed through its log, because it has no local connection", async () => {
  await using remote = await openSdkAgent();
  await using test = await openTestHub();
  const { hub } = test;
  const { name } = await hub.agents.addRemote(remote.url);
  const { id } = await hub.sessions.create({ agent: name });
  for (const text of ["first", "fail"]) {
    const turn = await hub.turns.start({ sessionId: id, prompt: [{ type: "text", text }] });
    await hub.turns.ended(turn.id);
  }
  const { agentId, fields } = await hub.views.snapshot(id);
  expect(agentId).toBe(name);
  expect(fields).toMatchObject({ turn: 2, isRunning: false, lastStopReason: "error" });
  expect(fields.firstTokenMs).toBeGreaterThanOrEqual(0);
  using all = hub.views.watchAll();
  await hub.sessions.delete(id);
  expect(all.sessions).toEqual([]);
});
