import { describe, expect, it } from "vitest";
import { createSide, transports } from "./testing/peers.ts";
import { settled } from "./testing/queue.ts";
import { createRawPeer } from "./testing/raw-peer.ts";

const note = (params: unknown): unknown => ({ jsonrpc: "2.0", method: "note", params });

describe("order", () => {
  it("is the wire's order, for messages of one chunk and with handlers that take their time", async () => {
    const seen: unknown[] = [];
    const { peer, say, written } = createRawPeer({
      notifications: {
        note: async (params) => {
          seen.push(params);
          await settled();
        },
      },
      requests: { ask: (params) => void seen.push(params) },
    });
    const answer = peer.request("prompt").then((result) => seen.push(result));
    await written.next();
    say(note(1), note(2), { jsonrpc: "2.0", id: 9, method: "ask", params: 3 }, note(4), {
      jsonrpc: "2.0",
      id: 0,
      result: "stop",
    });
    await answer;
    expect(seen).toEqual([1, 2, 3, 4, "stop"]);
    await peer.close();
  });

  it("holds for `read`: after all that came before, before all that comes later, and before the promise", async () => {
    const seen: unknown[] = [];
    const { peer, say, written } = createRawPeer({ notifications: { note: (params) => seen.push(params) } });
    const answer = peer
      .request("session/new", {}, { read: (result) => seen.push(result) })
      .then(() => seen.push("promise"));
    await written.next();
    say(note("before"), { jsonrpc: "2.0", id: 0, result: "result" }, note("after"));
    await answer;
    expect(seen).toEqual(["before", "result", "after", "promise"]);
    await peer.close();
  });

  it("outlives a `read` that throws: its request rejects, the rest is delivered", async () => {
    const seen: unknown[] = [];
    const { peer, say } = createRawPeer({ notifications: { note: (params) => seen.push(params) } });
    const broken = new Error("broken");
    const read = (): never => {
      throw broken;
    };
    const answer = peer.request("ask", {}, { read });
    say({ jsonrpc: "2.0", id: 0, result: 1 }, note("after"));
    await expect(answer).rejects.toBe(broken);
    expect(seen).toEqual(["after"]);
    await peer.close();
  });

  it("outlives a notification handler that throws or rejects", async () => {
    const seen: unknown[] = [];
    const cause = new Error("broken");
    const { peer, say, written, problems } = createRawPeer({
      notifications: {
        note: (params) => {
          seen.push(params);
          if (params === 1) throw cause;
          return params === 2 ? Promise.reject(cause) : undefined;
        },
      },
      requests: { ask: () => seen.length },
    });
    say(note(1), note(2), note(3), { jsonrpc: "2.0", id: 1, method: "ask" });
    expect(await written.next()).toMatchObject({ result: 3 });
    expect(problems).toEqual([
      { kind: "handler_failed", method: "note", cause },
      { kind: "handler_failed", method: "note", cause },
    ]);
    await peer.close();
  });

  it("of answers is the order in which they are ready", async () => {
    const answers = new Map<unknown, (value: unknown) => void>();
    const { peer, say, written } = createRawPeer({
      requests: { ask: (params) => new Promise((resolve) => answers.set(params, resolve)) },
    });
    say(...[1, 2, 3].map((id) => ({ jsonrpc: "2.0", id, method: "ask", params: id })));
    await settled();
    for (const id of [3, 1, 2]) answers.get(id)?.(`answer ${id}`);
    for (const id of [3, 1, 2]) expect(await written.next()).toEqual({ jsonrpc: "2.0", id, result: `answer ${id}` });
    await peer.close();
  });
});

describe.each(transports)("order over %s", (_, join) => {
  it("puts all updates of a turn before its answer", async () => {
    const [left, right] = join();
    const seen: unknown[] = [];
    const { peer } = createSide(left, { notifications: { update: (params) => seen.push(params) } });
    const agent = createSide(right, {
      requests: {
        prompt: async () => {
          for (let index = 0; index < 500; index += 1) {
            agent.peer.notify("update", index);
            if (index % 100 === 0) await settled();
          }
          return "end_turn";
        },
      },
    });
    seen.push(await peer.request("prompt"));
    expect(seen).toEqual([...Array.from({ length: 500 }, (__, index) => index), "end_turn"]);
    await peer.close();
  });
});
