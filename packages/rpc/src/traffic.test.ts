import * as fc from "fast-check";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createNdjsonTransport } from "./ndjson.ts";
import { createPeer } from "./peer.ts";
import type { Problem } from "./problem.ts";

const version = fc.constant("2.0");
const text = fc.string({ unit: "binary", maxLength: 12 });
const id = fc.oneof(fc.integer({ min: -5, max: 1_000 }), text, fc.constant(null));
const params = fc.oneof(
  fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean())),
  fc.array(text, { maxLength: 3 }),
);
const ownId = fc.integer({ min: 0, max: 3 });
const message = fc.oneof(
  fc.record({ jsonrpc: version, method: fc.constantFrom("note", "slow"), params }),
  fc.record({ jsonrpc: version, id, method: fc.constantFrom("echo", "nope"), params }),
  // Answered later, so their ids must differ: they are made from the place in the stream.
  fc.record({ jsonrpc: version, method: fc.constantFrom("later", "fail"), params }),
  fc.record({ jsonrpc: version, id: ownId, result: params }),
  fc.record({ id: ownId, error: fc.record({ code: fc.integer(), message: text }) }),
);
const stream = fc
  .array(fc.tuple(message, fc.constantFrom("\n", "\r\n", "\n\n")), { minLength: 1, maxLength: 8 })
  .map((lines) => {
    const whole = lines.map(([value, end], index) => {
      const isLate = "method" in value && ["later", "fail"].includes(value.method);
      return JSON.stringify(isLate ? { ...value, id: 5_000 + index } : value) + end;
    });
    return Buffer.from(whole.join(""));
  });

interface Story {
  /** Calls of handlers and of `read`. Their order is the wire's. */
  readonly delivered: unknown[];
  /** What depends on when a promise settles: handlers that wait may finish in another order in another chunk. */
  readonly rejected: unknown[];
  readonly problems: Problem[];
  readonly written: string[];
}

const LAST = Buffer.from('{"jsonrpc":"2.0","method":"last"}\n');

/** Everything a peer does, given these chunks; four requests of its own are pending. */
async function play(chunks: Iterable<Uint8Array>): Promise<Story> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let isHeard = (): void => undefined;
  const heard = new Promise<void>((resolve) => (isHeard = resolve));
  const story: Story = { delivered: [], rejected: [], problems: [], written: [] };
  const tell =
    (kind: unknown) =>
    (given: unknown): unknown => {
      story.delivered.push([kind, given]);
      return given;
    };
  const peer = createPeer(createNdjsonTransport(input, output), {
    notifications: { note: tell("note"), slow: (given) => Promise.resolve(tell("slow")(given)), last: isHeard },
    requests: {
      echo: tell("echo"),
      later: (given) => Promise.resolve(tell("later")(given)),
      fail: (given) => Promise.reject(new Error(String(tell("fail")(given)))),
    },
    onProblem: (problem) => story.problems.push(problem),
  });
  for (let number = 0; number < 4; number += 1) {
    peer.request("ask", number, { read: tell(number) }).catch((error: unknown) => {
      story.rejected.push([number, String(error)]);
    });
  }
  for (const chunk of chunks) input.write(chunk);
  input.write(LAST);
  await heard;
  // Whatever is still being answered when the input ends is cancelled.
  await setImmediate();
  input.end();
  await peer.closed;
  await peer.close();
  for await (const chunk of output) story.written.push(...String(chunk).trim().split("\n"));
  return story;
}

function compare(story: Story): unknown {
  const { delivered, rejected, problems, written } = story;
  const inAnyOrder = [rejected, problems, written].map((list) => list.map((value) => JSON.stringify(value)).toSorted());
  return { delivered, inAnyOrder };
}

describe("valid traffic", () => {
  it("means the same wherever it is cut", async () => {
    await fc.assert(
      fc.asyncProperty(stream, fc.array(fc.nat(), { maxLength: 5 }), async (bytes, at) => {
        const whole = await play([bytes]);
        expect(whole.written.length).toBeGreaterThanOrEqual(4);
        const places = at.map((place) => place % bytes.length).toSorted((a, b) => a - b);
        const pieces = [0, ...places].map((start, index) => bytes.subarray(start, places[index] ?? bytes.length));
        expect(compare(await play(pieces))).toEqual(compare(whole));
        expect(compare(await play(Array.from(bytes, (byte) => Uint8Array.of(byte))))).toEqual(compare(whole));
      }),
      { numRuns: 40 },
    );
  });

  it("means the same with one cut at every byte", async () => {
    const values = [
      { jsonrpc: "2.0", method: "note", params: { text: "é😀" } },
      { jsonrpc: "2.0", id: "q", method: "echo", params: ["…"] },
      { jsonrpc: "2.0", id: 1, result: { ok: true } },
      { jsonrpc: "2.0", method: "slow", params: null },
      { jsonrpc: "2.0", id: 0, error: { code: -1, message: "no" } },
    ];
    const bytes = Buffer.from(values.map((value) => `${JSON.stringify(value)}\r\n`).join(""));
    const whole = compare(await play([bytes]));
    for (let place = 1; place < bytes.length; place += 1) {
      expect(compare(await play([bytes.subarray(0, place), bytes.subarray(place)]))).toEqual(whole);
    }
  });
});
