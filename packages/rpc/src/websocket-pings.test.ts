import { afterEach, describe, expect, it, vi } from "vitest";
import { createRecorder } from "./testing/recorder.ts";
import { closeWebSocketPairs, joinByWebSocket } from "./testing/websocket-pair.ts";

afterEach(async () => {
  vi.useRealTimers();
  await closeWebSocketPairs();
});

describe("keep-alive pings", () => {
  it("end the connection when they are not answered", async () => {
    const { transport } = await joinByWebSocket({ pingIntervalMs: 30 }, { autoPong: false });
    const recorder = createRecorder();
    transport.open(recorder);
    expect(await recorder.end).toMatchObject({
      code: "connection_closed",
      message: "The other side did not answer a ping within 30 ms: it or the network is gone",
    });
    expect(transport.send({ jsonrpc: "2.0", method: "late" })).toBe("closed");
  });

  it("keep it while they are answered", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { transport, socket } = await joinByWebSocket();
    const recorder = createRecorder();
    transport.open(recorder);
    let pings = 0;
    socket.on("ping", () => {
      pings += 1;
      socket.send('{"behind":"the pong"}');
    });
    for (let round = 1; round <= 3; round += 1) {
      vi.advanceTimersByTime(30_000);
      await recorder.messages.next();
      expect(pings).toBe(round);
    }
    expect(recorder.endings).toBe(0);
  });

  it("do not judge while reading is paused, for answers are not read then", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
    const { transport, socket } = await joinByWebSocket({ pingIntervalMs: 1_000 });
    const recorder = createRecorder();
    transport.open(recorder);
    // All within one turn: the answer to the first ping cannot be read.
    vi.advanceTimersByTime(1_000);
    transport.pause();
    vi.advanceTimersByTime(10_000);
    expect(recorder.endings).toBe(0);
    transport.resume();
    socket.send('{"alive":true}');
    expect(await recorder.messages.next()).toEqual({ alive: true });
    vi.advanceTimersByTime(2_001);
    expect(recorder.endings).toBe(1);
  });

  it("can be turned off", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { transport, socket } = await joinByWebSocket({ pingIntervalMs: 0 });
    const recorder = createRecorder();
    transport.open(recorder);
    const pinged = vi.fn<() => void>();
    socket.on("ping", pinged);
    vi.advanceTimersByTime(600_000);
    socket.send("{}");
    await recorder.messages.next();
    expect(pinged).not.toHaveBeenCalled();
  });
});
