import { PassThrough } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { createNdjsonTransport } from "./ndjson.ts";
import { settled } from "./testing/queue.ts";
import { createRecorder } from "./testing/recorder.ts";

describe("the ndjson transport", () => {
  it("delivers what a dead process had written before, and then its end", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const recorder = createRecorder();
    const transport = createNdjsonTransport(input, output);
    transport.open(recorder);
    output.destroy(new Error("write EPIPE"));
    await settled();
    expect(recorder.endings).toBe(0);
    expect(transport.send({ jsonrpc: "2.0", method: "late" })).toBe("closed");
    input.write('{"last":"words"}\n');
    input.end();
    expect(await recorder.end).toMatchObject({ code: "connection_closed", message: expect.stringContaining("EPIPE") });
    expect(recorder.messages.waiting).toEqual([{ last: "words" }]);
  });

  it("does not wait long for the end of a side that cannot be written to", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const recorder = createRecorder();
    const output = new PassThrough();
    createNdjsonTransport(new PassThrough(), output, { limits: { closeGraceMs: 300 } }).open(recorder);
    output.destroy();
    await settled();
    await vi.advanceTimersByTimeAsync(300);
    vi.useRealTimers();
    expect(await recorder.end).toMatchObject({ message: "The other side stopped reading" });
    expect(recorder.endings).toBe(1);
  });

  it("tells a receiver that comes late that it is over", async () => {
    const output = new PassThrough();
    const transport = createNdjsonTransport(new PassThrough(), output);
    output.destroy(new Error("spawn failed"));
    await settled();
    const recorder = createRecorder();
    transport.open(recorder);
    expect(await recorder.end).toMatchObject({ code: "connection_closed" });
  });

  it("delivers nothing after it was closed, and says so once", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const recorder = createRecorder();
    const transport = createNdjsonTransport(input, output);
    transport.open(recorder);
    const closed = transport.close();
    input.write("{}\nnot json\n");
    input.end();
    input.resume();
    await closed;
    await settled();
    expect(await recorder.end).toBeUndefined();
    expect(recorder.endings).toBe(1);
    expect([...recorder.messages.waiting, ...recorder.faults.waiting]).toEqual([]);
  });

  it("is over, without an error, when its input is destroyed without one", async () => {
    const input = new PassThrough();
    const recorder = createRecorder();
    createNdjsonTransport(input, new PassThrough()).open(recorder);
    input.write('{"a":1}\n{"half":');
    await settled();
    input.destroy();
    expect(await recorder.end).toBeUndefined();
    expect(recorder.messages.waiting).toEqual([{ a: 1 }]);
  });
});
