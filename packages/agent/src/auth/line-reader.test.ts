import { cpuMsOf } from "@parley/test-support";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { LineReader, type LineInput } from "./line-reader.ts";

interface Bench {
  readonly input: PassThrough;
  readonly reader: LineReader;
  readonly raw: boolean[];
  readonly shown: () => string;
}

/** A terminal as far as the reader can tell; `isTTY` false: a pipe. */
function open(isTTY: boolean): Bench {
  const stream = new PassThrough();
  const raw: boolean[] = [];
  const input: LineInput = Object.assign(stream, { isTTY, setRawMode: (isRaw: boolean) => raw.push(isRaw) });
  const output = new PassThrough();
  const reader = new LineReader(input, output);
  return { input: stream, reader, raw, shown: () => String(output.read() ?? "") };
}

describe("a line at a terminal", () => {
  it("is echoed as it is typed, and the terminal is restored afterwards", async () => {
    const { input, reader, raw, shown } = open(true);
    const line = reader.read({ prompt: "> " });
    input.write("abx\u007fc\r");
    expect(await line).toBe("abc");
    expect(shown()).toBe("> abx\b \bc\n");
    expect(raw).toEqual([true, false]);
    expect(input.isPaused()).toBe(true);
  });

  it("is put together from pieces, cut anywhere", async () => {
    const bytes = Buffer.from("é\u001b[200~k🔑y\u001b[201~\u001bOA\u001b[1;5D!\r");
    for (let at = 1; at < bytes.length; at += 1) {
      const { input, reader, shown } = open(true);
      const line = reader.read({ prompt: "", isHidden: true });
      input.write(bytes.subarray(0, at));
      await new Promise((resolve) => setImmediate(resolve));
      input.write(bytes.subarray(at));
      expect(await line).toBe("ék🔑y!");
      expect(shown()).toBe("\n");
    }
  });

  it("ends by Enter even after Escape", async () => {
    const { input, reader } = open(true);
    const line = reader.read({ prompt: "" });
    input.write("a\u001b");
    input.write("\r");
    expect(await line).toBe("a");
  });

  it("leaves type-ahead input for the next question", async () => {
    const { input, reader } = open(true);
    input.write("one\r\ntwo\rthree");
    expect(await reader.read({ prompt: "" })).toBe("one");
    expect(await reader.read({ prompt: "" })).toBe("two");
    const third = reader.read({ prompt: "" });
    input.write("\n");
    expect(await third).toBe("three");
  });

  it("is cancelled by Ctrl-C, by Ctrl-D on an empty line, by the end of input, and by a signal", async () => {
    const { input, reader, raw } = open(true);
    input.write("abc\u0003\u0004x\u0004\r");
    expect(await reader.read({ prompt: "" })).toBeUndefined();
    expect(await reader.read({ prompt: "" })).toBeUndefined();
    expect(await reader.read({ prompt: "" })).toBe("x");
    const stop = new AbortController();
    const line = reader.read({ prompt: "", signal: stop.signal });
    stop.abort();
    expect(await line).toBeUndefined();
    expect(await reader.read({ prompt: "", signal: stop.signal })).toBeUndefined();
    const last = reader.read({ prompt: "" });
    input.end("half");
    expect(await last).toBeUndefined();
    expect(await reader.read({ prompt: "" })).toBeUndefined();
    expect(raw.at(-1)).toBe(false);
  });

  it("is bounded, and quick however long it is", async () => {
    const { input, reader } = open(true);
    const line = reader.read({ prompt: "", isHidden: true });
    expect(cpuMsOf(() => input.write(`${"k".repeat(200_000)}\r`))).toBeLessThan(5_000);
    expect(await line).toHaveLength(16_384);
  });
});

describe("a line from a pipe", () => {
  it("is not shown, and may end with the input", async () => {
    const { input, reader, raw, shown } = open(false);
    input.end("one\ntwo");
    expect(await reader.read({ prompt: "? " })).toBe("one");
    expect(await reader.read({ prompt: "? " })).toBe("two");
    expect(await reader.read({ prompt: "? " })).toBeUndefined();
    expect(shown()).toBe("");
    expect(raw).toEqual([]);
  });
});
