import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { SLICE_MESSAGES_MAX, type RpcLimits } from "./limits.ts";
import { createPeer } from "./peer.ts";
import { rejectionOf } from "./testing/peers.ts";
import { watch } from "./testing/queue.ts";
import { createRecorder } from "./testing/recorder.ts";
import { closeWebSocketPairs, joinByWebSocket } from "./testing/websocket-pair.ts";
import type { Transport } from "./transport.ts";
import { createWebSocketTransport } from "./websocket.node.ts";

afterEach(closeWebSocketPairs);

const note = (params: unknown): { jsonrpc: "2.0"; method: string; params: unknown } => ({
  jsonrpc: "2.0",
  method: "note",
  params,
});
const BIG = "x".repeat(1_000_000);

/** Sends until the kernel's buffers are full as well. */
function flood(transport: Transport, limit = 100): number {
  let sent = 0;
  while (transport.send(note(BIG)) === "sent" && sent < limit) sent += 1;
  return sent;
}

describe("back-pressure on a WebSocket", () => {
  it("says full, and drained when the other side reads again", async () => {
    const { transport, socket } = await joinByWebSocket();
    transport.open(createRecorder());
    socket.pause();
    expect(flood(transport)).toBeLessThan(100);
    // The kernel's buffers may still grow; these are more than they ever do.
    for (let count = 0; count < 40; count += 1) transport.send(note(BIG));
    const drained = transport.drained();
    const watched = watch(drained);
    await new Promise((resolve) => setImmediate(resolve));
    expect(watched.isSettled).toBe(false);
    socket.resume();
    await drained;
    expect(transport.send(note(1))).toBe("sent");
  });

  it("gives up when far too much waits", async () => {
    const { transport, socket } = await joinByWebSocket({ limits: { outboundBytesMax: 3_000_000 } });
    const recorder = createRecorder();
    transport.open(recorder);
    socket.pause();
    let outcome = transport.send(note(BIG));
    for (let count = 0; outcome !== "closed" && count < 100; count += 1) outcome = transport.send(note(BIG));
    expect(await recorder.end).toMatchObject({ code: "connection_overflow" });
    expect(transport.send(note(1))).toBe("closed");
    await transport.drained();
  });

  it("lets others have their turn while a client sends as fast as it can, and keeps the order", async () => {
    const { transport, socket } = await joinByWebSocket();
    const perTurn: number[] = [];
    const seen: unknown[] = [];
    let isCounting = false;
    const done = new Promise<void>((resolve) => {
      transport.open({
        message: ({ params }) => {
          seen.push(params);
          if (seen.length === 5000) resolve();
          perTurn[perTurn.length - 1] = (perTurn.at(-1) ?? 0) + 1;
          if (isCounting) return;
          isCounting = true;
          setImmediate(() => {
            isCounting = false;
            perTurn.push(0);
          });
        },
        malformed: () => undefined,
        closed: () => undefined,
      });
    });
    perTurn.push(0);
    for (let count = 0; count < 5000; count += 1) socket.send(JSON.stringify(note(count)));
    await done;
    expect(seen).toEqual(Array.from({ length: 5000 }, (_, index) => index));
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(2 * SLICE_MESSAGES_MAX);
  });

  it("holds the other side back while reading is paused, and keeps the order", async () => {
    const { transport, socket } = await joinByWebSocket();
    const recorder = createRecorder();
    transport.open(recorder);
    transport.pause();
    const sender = createWebSocketTransport(socket);
    sender.open(createRecorder());
    const sent = flood(sender) + 1;
    expect(sent).toBeLessThan(100);
    sender.send(note("last"));
    expect(recorder.messages.waiting).toEqual([]);
    transport.resume();
    await sender.drained();
    for (let count = 0; count < sent; count += 1) await recorder.messages.next();
    expect(await recorder.messages.next()).toEqual(note("last"));
  });

  it("can be closed while it is paused", async () => {
    const { transport, socket } = await joinByWebSocket();
    transport.open(createRecorder());
    transport.pause();
    socket.send("{}");
    const closed = once(socket, "close");
    await transport.close();
    expect((await closed)[0]).toBe(1000);
  });
});

describe("the end of a WebSocket", () => {
  it.each([
    [1001, "connection_closed", "The other side is going away"],
    [1002, "connection_closed", "because of a protocol error"],
    [1008, "connection_closed", "because a limit or a rule was violated"],
    [1009, "message_too_large", "A message was too large for the other side"],
    [1011, "connection_closed", "because of an internal error"],
    [4321, "connection_closed", "The other side ended the connection (WebSocket close code 4321)"],
  ])("with code %i is a %s", async (code, errorCode, text) => {
    const { transport, socket } = await joinByWebSocket();
    const peer = createPeer(transport);
    const pending = rejectionOf(peer.request("ask"));
    socket.close(code, "as I say");
    const reason = await peer.closed;
    expect(reason).toMatchObject({ code: errorCode, message: expect.stringContaining(text) });
    expect(reason?.message).toContain(`${code}): as I say`);
    expect(await pending).toMatchObject({
      code: errorCode,
      message: expect.stringContaining("before ask was answered"),
    });
  });

  it("is in good order with code 1000 or none", async () => {
    for (const code of [1000, undefined]) {
      const { transport, socket } = await joinByWebSocket();
      const recorder = createRecorder();
      transport.open(recorder);
      socket.close(code);
      expect(await recorder.end).toBeUndefined();
    }
  });

  it("without a closing handshake is a failure", async () => {
    const { transport, socket } = await joinByWebSocket();
    const recorder = createRecorder();
    transport.open(recorder);
    socket.terminate();
    expect(await recorder.end).toMatchObject({
      code: "connection_closed",
      message: expect.stringContaining("broke off: the other side died or the network failed"),
    });
  });

  it("comes with a message over the limit, and says so on both sides", async () => {
    const limits: Partial<RpcLimits> = { lineBytesMax: 1_000 };
    const { transport, socket } = await joinByWebSocket({ limits });
    const recorder = createRecorder();
    transport.open(recorder);
    const sender = createRecorder();
    const other = createWebSocketTransport(socket);
    other.open(sender);
    other.send(note("fine"));
    other.send(note("x".repeat(2_000)));
    expect(await recorder.end).toMatchObject({
      code: "message_too_large",
      message: expect.stringContaining("over the limit of 1000 bytes"),
    });
    expect(recorder.messages.waiting).toEqual([note("fine")]);
    expect(await sender.end).toMatchObject({ code: "message_too_large" });
  });
});
