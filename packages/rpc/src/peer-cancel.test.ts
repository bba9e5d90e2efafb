import { ParleyError } from "@parley/base";
import { afterEach, describe, expect, it, vi } from "vitest";
import { RpcError } from "./rpc-error.ts";
import { createSide, rejectionOf, transports } from "./testing/peers.ts";
import { Queue, settled, watch } from "./testing/queue.ts";
import { createRawPeer } from "./testing/raw-peer.ts";

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });

describe.each(transports)("cancelling over %s", (_, join) => {
  it("aborts the handler's signal and is answered −32800, in both directions", async () => {
    const started = new Queue<string>();
    const handlers = {
      requests: {
        wait: (params: unknown, { signal }: { signal: AbortSignal }) => {
          started.push(String(params));
          return untilAborted(signal);
        },
      },
    };
    const sides = join().map((transport) => createSide(transport, handlers));
    for (const { peer } of sides) {
      const controller = new AbortController();
      const rejected = rejectionOf(peer.request("wait", "x", { signal: controller.signal }));
      await started.next();
      controller.abort();
      const error = await rejected;
      expect(error).toBeInstanceOf(RpcError);
      expect(error).toMatchObject({ code: -32800, message: "Request cancelled" });
    }
    expect(sides.flatMap(({ problems }) => problems)).toEqual([]);
    await sides[0]?.peer.close();
  });

  it("lets a result win that comes all the same", async () => {
    const [left, right] = join();
    const started = new Queue<string>();
    const { peer } = createSide(left);
    createSide(right, {
      requests: {
        prompt: (__, { signal }) => {
          started.push("prompt");
          return untilAborted(signal).catch(() => ({ stopReason: "cancelled" }));
        },
      },
    });
    const controller = new AbortController();
    const answer = peer.request("prompt", {}, { signal: controller.signal });
    await started.next();
    controller.abort();
    expect(await answer).toEqual({ stopReason: "cancelled" });
    await peer.close();
  });

  it("before sending sends nothing", async () => {
    const [left, right] = join();
    const { peer } = createSide(left);
    const seen: unknown[] = [];
    createSide(right, {
      otherRequest: (__, { method }) => seen.push(method),
      otherNotification: (method) => seen.push(method),
    });
    const reason = new Error("too late");
    const error = await rejectionOf(peer.request("ask", {}, { signal: AbortSignal.abort(reason) }));
    expect(error).toBeInstanceOf(ParleyError);
    expect(error).toMatchObject({
      code: "request_cancelled",
      message: "ask was cancelled before it was sent",
      cause: reason,
    });
    await peer.request("fence");
    expect(seen).toEqual(["fence"]);
    await peer.close();
  });
});

describe("the messages on the wire", () => {
  it("is one cancel notification with the id of the request, and none after the answer", async () => {
    const { peer, say, written } = createRawPeer();
    const controller = new AbortController();
    const answer = peer.request("ask", undefined, { signal: controller.signal });
    expect(await written.next()).toEqual({ jsonrpc: "2.0", id: 0, method: "ask" });
    controller.abort();
    expect(await written.next()).toEqual({ jsonrpc: "2.0", method: "$/cancel_request", params: { requestId: 0 } });
    say({ jsonrpc: "2.0", id: 0, result: "late but valid" });
    expect(await answer).toBe("late but valid");
    const done = new AbortController();
    const second = peer.request("ask", undefined, { signal: done.signal });
    await written.next();
    say({ jsonrpc: "2.0", id: 1, result: 1 });
    await second;
    done.abort();
    await settled();
    expect(written.waiting).toEqual([]);
    await peer.close();
  });

  it("may be a cancellation of nothing: unknown ids, ids of the wrong type, none", async () => {
    const { peer, say, written, problems } = createRawPeer({ requests: { echo: (params) => params } });
    for (const params of [{ requestId: 99 }, { requestId: {} }, {}, [], null, undefined]) {
      say({ jsonrpc: "2.0", method: "$/cancel_request", params });
    }
    say({ jsonrpc: "2.0", id: 1, method: "echo", params: "alive" });
    expect(await written.next()).toMatchObject({ id: 1, result: "alive" });
    expect(problems).toEqual([]);
    await peer.close();
  });

  it("cancels a request whose handler has not looked at its signal yet", async () => {
    let go: () => void = () => undefined;
    const { peer, say, written } = createRawPeer({
      requests: {
        ask: async (__, context) => {
          await new Promise<void>((resolve) => {
            go = resolve;
          });
          context.signal.throwIfAborted();
          return "not reached";
        },
      },
    });
    say(
      { jsonrpc: "2.0", id: 1, method: "ask" },
      { jsonrpc: "2.0", method: "$/cancel_request", params: { requestId: 1 } },
    );
    await settled();
    go();
    expect(await written.next()).toMatchObject({ id: 1, error: { code: -32800 } });
    await peer.close();
  });
});

describe("waiting", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("for the answer to a cancelled request ends after the grace period", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "hrtime"] });
    const { peer, say, written, problems } = createRawPeer({ limits: { cancelGraceMs: 500 } });
    const controller = new AbortController();
    const rejected = rejectionOf(peer.request("ask", {}, { signal: controller.signal, timeoutMs: 200 }));
    await written.next();
    controller.abort();
    await written.next();
    const watched = watch(rejected);
    await vi.advanceTimersByTimeAsync(499);
    expect(watched.isSettled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await rejected).toMatchObject({
      code: "request_cancelled",
      message: "ask was cancelled, and the other side did not confirm it within 500 ms",
    });
    say({ jsonrpc: "2.0", id: 0, result: 1 });
    await settled();
    expect(problems).toMatchObject([{ kind: "unmatched_response", id: 0 }]);
    await peer.close();
  });

  it("ends with a timeout that names method and limit, and tells the other side", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "hrtime"] });
    const { peer, written } = createRawPeer();
    const rejected = rejectionOf(peer.request("session/list", {}, { timeoutMs: 30_000 }));
    await written.next();
    await vi.advanceTimersByTimeAsync(30_000);
    const error = await rejected;
    expect(error).toBeInstanceOf(ParleyError);
    expect(error).toMatchObject({ code: "request_timeout", message: "session/list was not answered within 30000 ms" });
    expect(await written.next()).toMatchObject({ method: "$/cancel_request", params: { requestId: 0 } });
    expect(vi.getTimerCount()).toBe(0);
    await peer.close();
  });

  it("has no limit when the limit is beyond what a timer can count", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "hrtime"] });
    const { peer, say, written } = createRawPeer();
    const answers = [Infinity, 2 ** 31].map((timeoutMs) => peer.request("ask", {}, { timeoutMs }));
    await written.next();
    await vi.advanceTimersByTimeAsync(60_000);
    say({ jsonrpc: "2.0", id: 0, result: 0 }, { jsonrpc: "2.0", id: 1, result: 1 });
    expect(await Promise.all(answers)).toEqual([0, 1]);
    await peer.close();
  });

  it("leaves no timer behind when the connection is over", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "hrtime"] });
    const { peer, say } = createRawPeer();
    const answer = peer.request("ask", {}, { timeoutMs: 1_000 });
    say({ jsonrpc: "2.0", id: 0, result: 1 });
    await answer;
    await peer.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
