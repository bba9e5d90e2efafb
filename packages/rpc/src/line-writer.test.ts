import { PassThrough, Writable } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ParleyError } from "@parley/base";
import { defaultLimits, WRITE_CHARS } from "./limits.ts";
import { LineWriter, type ByteWritable } from "./line-writer.ts";
import { settled, watch } from "./testing/queue.ts";

interface Written {
  readonly writer: LineWriter;
  readonly failures: ParleyError[];
}

function createWriter(writable: ByteWritable, limits = defaultLimits): Written {
  const failures: ParleyError[] = [];
  return { writer: new LineWriter(writable, limits, (reason) => failures.push(reason)), failures };
}

/** A stream whose reader never takes anything. */
const stuck = (): Writable => new Writable({ highWaterMark: 10, write: () => undefined });

describe("LineWriter", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("writes early once much has been collected, without waiting for the end of the tick", () => {
    const output = new PassThrough({ highWaterMark: 1e9 });
    const write = vi.spyOn(output, "write");
    const { writer } = createWriter(output);
    const line = `${"x".repeat(999)}\n`;
    for (let count = 0; count < 130; count += 1) writer.write(line);
    expect(write.mock.calls.map(([text]) => String(text).length)).toEqual([66_000]);
    expect(66_000).toBeGreaterThan(WRITE_CHARS);
  });

  it("writes the rest before it ends, even under back-pressure", async () => {
    const output = new PassThrough({ highWaterMark: 5 });
    const { writer, failures } = createWriter(output);
    writer.write("first\n");
    await settled();
    expect(writer.write("second\n")).toBe("full");
    const ended = writer.end();
    const text = await output.toArray();
    await ended;
    expect(Buffer.concat(text).toString()).toBe("first\nsecond\n");
    expect(writer.write("late\n")).toBe("closed");
    expect(failures).toEqual([]);
  });

  it("wakes whoever waits when it ends, fails or its stream is closed", async () => {
    for (const finish of [
      (output: Writable, writer: LineWriter) => (output.destroy(), writer.end()),
      (output: Writable) => void output.destroy(new Error("EPIPE")),
      (output: Writable) => void output.destroy(),
    ]) {
      const output = stuck();
      const { writer } = createWriter(output);
      writer.write("x".repeat(100));
      await settled();
      const drained = writer.drained();
      void finish(output, writer);
      await drained;
      expect(writer.write("more\n")).toBe("closed");
    }
  });

  it("does not wait for ever for a reader that has stopped", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { writer } = createWriter(stuck(), { ...defaultLimits, closeGraceMs: 700 });
    writer.write("x\n");
    const ended = writer.end();
    const watched = watch(ended);
    await vi.advanceTimersByTimeAsync(699);
    expect(watched.isSettled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await ended;
  });

  it("reports a stream's failure once, as a value", async () => {
    const output = stuck();
    const { writer, failures } = createWriter(output);
    const cause = new Error("write EPIPE");
    output.destroy(cause);
    await settled();
    expect(failures).toMatchObject([
      { code: "connection_closed", message: "Writing to the other side failed: write EPIPE", cause },
    ]);
    expect(writer.write("x\n")).toBe("closed");
    await writer.end();
  });
});
