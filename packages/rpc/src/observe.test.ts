import { describe, expect, it } from "vitest";
import { createMemoryPair } from "./memory.ts";
import { observe, type TransportObserver } from "./observe.ts";
import { createPeer } from "./peer.ts";
import { createSide } from "./testing/peers.ts";
import { createRecorder } from "./testing/recorder.ts";
import type { Receiver, Transport } from "./transport.ts";

function createLog(): TransportObserver & { readonly log: unknown[] } {
  const log: unknown[] = [];
  return {
    log,
    sent: (message, outcome) => log.push(["sent", message, outcome]),
    received: (value) => log.push(["received", value]),
    malformed: (input) => log.push(["malformed", input.head]),
    closed: (reason) => log.push(["closed", reason]),
    failed: (cause) => log.push(["failed", cause]),
  };
}

describe("observe", () => {
  it("shows every message of a connection, in both directions, and its end", async () => {
    const [left, right] = createMemoryPair();
    const observer = createLog();
    const { peer } = createSide(observe(left, observer));
    const other = createSide(right, { requests: { echo: (params) => params } });
    expect(await peer.request("echo", "hi")).toBe("hi");
    other.peer.notify("note");
    await other.peer.close();
    await peer.closed;
    expect(observer.log).toEqual([
      ["sent", { jsonrpc: "2.0", id: 0, method: "echo", params: "hi" }, "sent"],
      ["received", { jsonrpc: "2.0", id: 0, result: "hi" }],
      ["received", { jsonrpc: "2.0", method: "note" }],
      ["closed", undefined],
    ]);
  });

  it("shows messages that were not accepted, and malformed input", async () => {
    const [left] = createMemoryPair();
    let receiver: Receiver | undefined;
    const transport: Transport = {
      ...wrap(left),
      open: (given) => {
        receiver = given;
      },
    };
    const observer = createLog();
    const recorder = createRecorder();
    const observed = observe(transport, observer);
    observed.open(recorder);
    receiver?.malformed({ kind: "not_json", head: "oops", tail: "", bytes: 4 });
    await observed.close();
    expect(observed.send({ jsonrpc: "2.0", method: "late" })).toBe("closed");
    expect(observer.log).toEqual([
      ["malformed", "oops"],
      ["sent", { jsonrpc: "2.0", method: "late" }, "closed"],
    ]);
    expect(await recorder.faults.next()).toMatchObject({ head: "oops" });
  });

  it("loses no traffic when the observer throws, and tells of it", async () => {
    const [left, right] = createMemoryPair();
    const broken = new Error("disk full");
    const failures: unknown[] = [];
    const fail = (): never => {
      throw broken;
    };
    const observer = { sent: fail, received: fail, closed: fail, failed: (cause: unknown) => failures.push(cause) };
    const peer = createPeer(observe(left, observer));
    const other = createSide(right, { requests: { echo: (params) => params } });
    expect(await peer.request("echo", 1)).toBe(1);
    await other.peer.close();
    expect(await peer.closed).toBeUndefined();
    expect(failures).toEqual([broken, broken, broken]);
  });

  it("passes pausing and back-pressure through", async () => {
    const [left, right] = createMemoryPair({ outboundBytesHigh: 10 });
    const recorder = createRecorder();
    const observed = observe(right, {});
    observed.open(recorder);
    observed.pause();
    const sender = observe(left, {});
    expect(sender.send({ jsonrpc: "2.0", method: "note" })).toBe("full");
    const drained = sender.drained();
    expect(recorder.messages.waiting).toEqual([]);
    observed.resume();
    await drained;
    expect(recorder.messages.waiting).toHaveLength(1);
  });
});

function wrap(transport: Transport): Transport {
  return observe(transport, {});
}
