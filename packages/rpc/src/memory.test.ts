import { describe, expect, it } from "vitest";
import { createMemoryPair } from "./memory.ts";
import { settled, watch } from "./testing/queue.ts";
import { createRecorder } from "./testing/recorder.ts";

const note = { jsonrpc: "2.0", method: "note", params: "x".repeat(100) } as const;

describe("the memory pair", () => {
  it("copies messages, so that one side cannot change what the other has", async () => {
    const [left, right] = createMemoryPair();
    const recorder = createRecorder();
    right.open(recorder);
    const params = { list: [1] };
    left.send({ jsonrpc: "2.0", method: "note", params });
    params.list.push(2);
    expect(await recorder.messages.next()).toEqual({ jsonrpc: "2.0", method: "note", params: { list: [1] } });
  });

  it("keeps sent messages until the other side opens", async () => {
    const [left, right] = createMemoryPair();
    expect(left.send(note)).toBe("sent");
    await settled();
    const recorder = createRecorder();
    right.open(recorder);
    expect(await recorder.messages.next()).toEqual(note);
  });

  it("is full above the mark, and drained when the other side reads on", async () => {
    const [left, right] = createMemoryPair({ outboundBytesHigh: 200 });
    const recorder = createRecorder();
    right.open(recorder);
    right.pause();
    expect([left.send(note), left.send(note)]).toEqual(["sent", "full"]);
    const drained = left.drained();
    const watched = watch(drained);
    await settled();
    expect(watched.isSettled).toBe(false);
    expect(recorder.messages.waiting).toEqual([]);
    right.resume();
    await drained;
    expect(recorder.messages.waiting).toHaveLength(2);
  });

  it("is given up, on both sides, when far too much waits", async () => {
    const [left, right] = createMemoryPair({ outboundBytesMax: 1_000 });
    const recorders = [createRecorder(), createRecorder()];
    left.open(recorders[0] ?? createRecorder());
    right.open(recorders[1] ?? createRecorder());
    right.pause();
    const outcomes = Array.from({ length: 10 }, () => left.send(note));
    expect(outcomes.at(-1)).toBe("closed");
    for (const recorder of recorders) expect(await recorder.end).toMatchObject({ code: "connection_overflow" });
  });

  it("lets go of a waiting sender when either side closes", async () => {
    for (const side of [0, 1] as const) {
      const pair = createMemoryPair({ outboundBytesHigh: 10 });
      pair[1].open(createRecorder());
      pair[1].pause();
      pair[0].send(note);
      const drained = pair[0].drained();
      await pair[side].close();
      await drained;
      expect(pair[0].send(note)).toBe("closed");
    }
  });

  it("tells a receiver that comes late that it is over", async () => {
    const [left, right] = createMemoryPair();
    left.send(note);
    await left.close();
    const recorder = createRecorder();
    right.open(recorder);
    expect(await recorder.end).toBeUndefined();
    expect(recorder.messages.waiting).toEqual([note]);
    const own = createRecorder();
    left.open(own);
    expect(await own.end).toBeUndefined();
  });
});
