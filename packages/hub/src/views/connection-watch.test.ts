import { silentLog } from "@parley/base";
import type { AgentObserver } from "@parley/client";
import { createFakeClock, type FakeClock } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { HubViews } from "./create-views.ts";
import { UNNAMED_SESSIONS_MAX, WATCHED_SESSIONS_MAX } from "../limits.ts";

interface Wire {
  readonly views: HubViews;
  readonly observer: AgentObserver;
  readonly toAgent: (message: object) => void;
  readonly toClient: (message: object) => void;
  readonly say: (sessionId: string, text: string) => void;
  readonly clock: FakeClock;
}

/** A connection without an agent: frames as a transport would show them. */
function openWire(): Wire {
  const clock = createFakeClock();
  const about = (): { agent: string; title: string; cwd: string } => ({ agent: "test", title: "", cwd: "/repo" });
  const views = new HubViews({ load: () => Promise.resolve(), about, clock, log: silentLog });
  const observer = views.observe("test");
  const toAgent = (message: object): void => observer.sent?.({ jsonrpc: "2.0", ...message } as never, "sent");
  const toClient = (message: object): void =>
    observer.received?.({ jsonrpc: "2.0", ...message }, JSON.stringify(message).length);
  return {
    views,
    observer,
    toAgent,
    toClient,
    say: (sessionId, text) => {
      const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
      toClient({ method: "session/update", params: { sessionId, update } });
    },
    clock,
  };
}

async function linesOf(views: HubViews, sessionId: string): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of await views.trace(sessionId)) lines.push(line);
  return lines.slice(1);
}

const prompt = (id: number): object => ({ id, method: "session/prompt", params: { sessionId: "a", prompt: [] } });

describe("traffic on a connection", () => {
  it("is examined in pieces if something may be new: each turn has its own first token", async () => {
    const { views, observer, toAgent, toClient, say, clock } = openWire();
    observer.attached?.("a", "ours");
    toAgent(prompt(1));
    clock.advance(10);
    for (const text of ["one", "two", "three"]) say("a", text);
    expect((await views.snapshot("ours")).fields.firstTokenMs).toBe(10);
    const call = { sessionUpdate: "tool_call", toolCallId: "c", title: "Read", kind: "read", status: "completed" };
    const update = { ...call, locations: [{ path: "/repo/a.txt" }] };
    toClient({ method: "session/update", params: { sessionId: "a", update } });
    say("a", "four");
    toClient({ id: 1, result: { stopReason: "end_turn" } });
    clock.advance(1_000);
    toAgent(prompt(2));
    clock.advance(30);
    for (const text of ["five", "six"]) say("a", text);
    toClient({ id: 2, result: { stopReason: "end_turn" } });
    const { fields, files } = await views.snapshot("ours");
    expect(fields).toMatchObject({ turn: 2, firstTokenMs: 30, oddities: 0 });
    expect(files).toMatchObject([{ path: "a.txt", lastAction: "read" }]);
    expect(await linesOf(views, "ours")).toHaveLength(11);
  });

  it("waits for a session id, but not forever", async () => {
    const { views, observer, say } = openWire();
    for (let count = 0; count <= UNNAMED_SESSIONS_MAX; count += 1) say(`agent-${count}`, "early");
    observer.attached?.("agent-0", "first");
    observer.attached?.(`agent-${UNNAMED_SESSIONS_MAX}`, "last");
    expect(await linesOf(views, "first")).toEqual([]);
    expect(await linesOf(views, "last")).toHaveLength(1);
  });

  it("includes only sent messages, and invalid ones", async () => {
    const { views, observer, toClient } = openWire();
    observer.sent?.({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} } as never, "closed");
    observer.malformed?.({ kind: "not_json", head: "usage: agent --acp password=abcdefgh1234", tail: "", bytes: 40 });
    toClient({ id: 9, result: {} });
    observer.attached?.("a", "ours");
    const [text, answer, ...more] = await linesOf(views, "ours");
    expect(more).toEqual([]);
    expect(text).toContain("usage: agent --acp");
    expect(text).not.toContain("abcdefgh1234");
    expect(answer).toContain('"id":9');
  });
});

describe("watched sessions", () => {
  it("are limited in number: the one that was quiet longest is dropped, unless it is being viewed", async () => {
    const { views, observer, say, clock } = openWire();
    using all = views.watchAll();
    const watch = (name: string): void => {
      observer.attached?.(name, name);
      say(name, "hello");
    };
    watch("seen");
    watch("quiet");
    const leave = await views.subscribe("seen", { view: () => undefined, ended: () => undefined });
    clock.advance(1_000);
    for (let count = 2; count <= WATCHED_SESSIONS_MAX; count += 1) watch(`session-${count}`);
    const names = all.sessions.map(({ sessionId }) => sessionId);
    expect(names).toHaveLength(WATCHED_SESSIONS_MAX);
    expect(names).toContain("seen");
    expect(names).not.toContain("quiet");
    leave();
    views.close();
  });

  it("share a limit for their frames: the quietest lose theirs", async () => {
    const { views, observer, say, clock } = openWire();
    const text = "x".repeat(200_000);
    for (let count = 0; count < 80; count += 1) {
      clock.advance(1);
      observer.attached?.(`agent-${count}`, `session-${count}`);
      for (let times = 0; times < 5; times += 1) say(`agent-${count}`, text);
    }
    // It is looked at now and then.
    for (let count = 0; count < 256; count += 1) say("agent-79", "more");
    const [first, last] = [await linesOf(views, "session-0"), await linesOf(views, "session-79")];
    expect(first).toHaveLength(1);
    expect(first[0]).toContain('"dropped":5');
    expect(last).toHaveLength(261);
  });
});
