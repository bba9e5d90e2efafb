import type { ClientHandlers } from "@parley/acp";
import { ErrorCodes } from "@parley/rpc";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDeferred } from "../../test/deferred.ts";
import { connectPretendClient } from "../../test/pretend-client.ts";

const never = (): Promise<never> => new Promise(() => undefined);

/** What holds each step up: a callback that is never answered, or the step itself. */
const stalled: readonly [script: string, method: string | undefined][] = [
  ["wait 600000", undefined],
  ["stream 1000000 200", undefined],
  ["read f.txt", "fs/read_text_file"],
  ["write f.txt x", "fs/read_text_file"],
  ["write f.txt x", "session/request_permission"],
  ["write f.txt x", "fs/write_text_file"],
  ["edit f.txt old => new", "fs/read_text_file"],
  ["edit f.txt old => new", "session/request_permission"],
  ["edit f.txt old => new", "fs/write_text_file"],
  ["run sleep 60", "session/request_permission"],
  ["run sleep 60", "terminal/create"],
  ["run sleep 60", "terminal/wait_for_exit"],
  ["run echo x", "terminal/output"],
  ["run echo x", "terminal/release"],
  ["timeout 600000 sleep 60", "terminal/wait_for_exit"],
  ["timeout 1 sleep 60", "terminal/kill"],
  ["fetch http://localhost/", "session/request_permission"],
  ["fetch http://localhost/", undefined],
  ["ask why?", "elicitation/create"],
  ["elicit form why?", "elicitation/create"],
  ["elicit url why?", "elicitation/create"],
  ["ext _parley/ping", "_parley/ping"],
];

describe("session/cancel", () => {
  it.each(stalled)("ends %j at once, stuck in %s", async (script, method) => {
    let hasReached = false;
    const stuck = (): Promise<never> => {
      hasReached = true;
      return never();
    };
    const handlers: ClientHandlers = method === undefined ? {} : { [method]: stuck };
    const client = await connectPretendClient({
      handlers,
      agent: { fetch: stuck },
    });
    client.files.set("/project/f.txt", "old");
    const sessionId = await client.newSession();
    const turn = client.prompt(sessionId, `say before\n${script}\nsay after`);
    const isOwnWork = method === undefined && !script.startsWith("fetch");
    await expect.poll(() => (isOwnWork ? client.updates.length > 1 : hasReached), { interval: 1 }).toBe(true);
    client.agent.notify("session/cancel", { sessionId });
    const { stopReason, updates } = await turn;
    expect(stopReason).toBe("cancelled");
    expect(JSON.stringify(updates)).not.toContain("after");
    const calls = updates.filter(({ sessionUpdate }) => sessionUpdate === "tool_call");
    const ends = updates.filter((update) => "status" in update && update.status === "failed");
    expect(ends).toHaveLength(method === "terminal/release" ? 0 : calls.length);
    // Nothing comes after the response, and the session is free again.
    const { length } = client.updates;
    await expect(client.prompt(sessionId, "wait 1")).resolves.toEqual({ stopReason: "end_turn", updates: [] });
    expect(client.updates.length).toBe(length);
    await client.close();
  });

  it("ends the command and lets go of the terminal", async () => {
    const client = await connectPretendClient();
    const sessionId = await client.newSession();
    const turn = client.prompt(sessionId, "run sleep 60");
    await expect.poll(() => client.calls).toContain("terminal/wait_for_exit");
    client.agent.notify("session/cancel", { sessionId });
    await expect(turn).resolves.toMatchObject({ stopReason: "cancelled" });
    await expect.poll(() => client.terminals.open).toBe(0);
    expect(client.terminals.killed).toEqual(["terminal-1"]);
    await client.close();
  });

  it("ends a terminal that the client makes too late", async () => {
    const created = createDeferred<{ terminalId: string }>();
    const client = await connectPretendClient({ handlers: { "terminal/create": () => created.promise } });
    const sessionId = await client.newSession();
    const turn = client.prompt(sessionId, "run sleep 60");
    await expect.poll(() => client.calls).toContain("terminal/create");
    client.agent.notify("session/cancel", { sessionId });
    await expect(turn).resolves.toMatchObject({ stopReason: "cancelled" });
    created.resolve({ terminalId: client.terminals.create("sleep", []) });
    await expect.poll(() => client.terminals.killed).toEqual(["terminal-1"]);
    await expect.poll(() => client.terminals.open).toBe(0);
    await client.close();
  });

  it("is understood from a permission request that is answered with cancelled", async () => {
    const client = await connectPretendClient({
      handlers: { "session/request_permission": () => ({ outcome: { outcome: "cancelled" } }) },
    });
    const sessionId = await client.newSession();
    const { stopReason, updates } = await client.prompt(sessionId, "run echo x\nsay after");
    expect(stopReason).toBe("cancelled");
    expect(updates.at(-1)).toMatchObject({ sessionUpdate: "tool_call_update", status: "failed" });
    await client.close();
  });
});

describe("$/cancel_request", () => {
  it("ends a prompt with -32800", async () => {
    const client = await connectPretendClient();
    const sessionId = await client.newSession();
    const controller = new AbortController();
    const prompt = [{ type: "text", text: "wait 600000" } as const];
    const turn = client.agent.request("session/prompt", { sessionId, prompt }, { signal: controller.signal });
    controller.abort();
    await expect(turn).rejects.toMatchObject({ code: ErrorCodes.requestCancelled });
    await expect(client.prompt(sessionId, "say x")).resolves.toMatchObject({ stopReason: "end_turn" });
    await client.close();
  });
});

describe("a connection that ends", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("leaves no timer behind", async () => {
    const client = await connectPretendClient();
    const sessionId = await client.newSession();
    await vi.advanceTimersByTimeAsync(1);
    const turns = [
      client.prompt(sessionId, "wait 600000"),
      client.prompt(await client.newSession(), "timeout 9000 sleep"),
    ];
    const settled = Promise.allSettled(turns);
    await vi.advanceTimersByTimeAsync(1);
    await client.close();
    expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves no timer behind after a command that ended in time", async () => {
    const client = await connectPretendClient();
    const sessionId = await client.newSession();
    await vi.advanceTimersByTimeAsync(1);
    await client.prompt(sessionId, "timeout 600000 echo x");
    // The connection has a timer for its requests as long as it lives.
    await client.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
