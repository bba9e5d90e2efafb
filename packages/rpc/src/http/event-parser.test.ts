import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { EventParser } from "./event-parser.ts";

interface Reading {
  readonly events: unknown[];
  readonly lastEventId: string;
}

function parse(chunks: Iterable<Uint8Array>, dataBytesMax = 1e6): Reading {
  const events: unknown[] = [];
  const parser = new EventParser(
    {
      event: (data, bytes) => events.push([data, bytes]),
      tooLong: (head, tail, bytes) => events.push(["too long", head, tail, bytes]),
    },
    dataBytesMax,
  );
  for (const chunk of chunks) parser.push(chunk);
  return { events, lastEventId: parser.lastEventId };
}

const data = (text: string): unknown[] => parse([Buffer.from(text)]).events.map((event) => (event as unknown[])[0]);

const newline = fc.constantFrom("\n", "\r\n", "\r");
const field = fc.oneof(
  fc.tuple(
    fc.constantFrom("data:", "data: ", "id: ", "event: ", ":", "other: "),
    fc.string({ unit: "binary", maxLength: 12 }),
  ),
  fc.constantFrom(
    ["data", ""],
    ["data: ", "x".repeat(150)],
    ["data: ", "é😀…"],
    ["event: ", "message"],
    ["event:", ""],
  ),
);
const stream = fc
  .array(fc.tuple(field, newline, fc.array(newline, { maxLength: 2 })), { maxLength: 12 })
  .map((lines) =>
    Buffer.from(lines.map(([[name, value], end, ends]) => `${name}${value}${end}${ends.join("")}`).join("")),
  );

describe("EventParser", () => {
  it("reads the same wherever the bytes are cut", () => {
    fc.assert(
      fc.property(stream, fc.integer({ min: 10, max: 200 }), fc.nat(), (bytes, max, at) => {
        const whole = parse([bytes], max);
        const place = at % (bytes.length + 1);
        expect(parse([bytes.subarray(0, place), bytes.subarray(place)], max)).toEqual(whole);
        expect(
          parse(
            Array.from(bytes, (byte) => Uint8Array.of(byte)),
            max,
          ),
        ).toEqual(whole);
      }),
      { numRuns: 150 },
    );
  });

  it("knows all three kinds of line end, comments, and data of several lines", () => {
    expect(data("data: 1\n\ndata: 2\r\n\r\ndata: 3\r\r")).toEqual(["1", "2", "3"]);
    expect(data(":\n\n: keep-alive\n\ndata:a\n: in between\ndata: b\ndata\n\n")).toEqual(["a\nb\n"]);
    expect(data("\uFEFFdata: after a byte order mark\n\n")).toEqual(["after a byte order mark"]);
    expect(data("data:  one blank is kept\n\n")).toEqual([" one blank is kept"]);
  });

  it("delivers only messages, and only whole events", () => {
    expect(data("event: ping\ndata: no\n\nevent: message\ndata: yes\n\ndata: yes too\n\n")).toEqual(["yes", "yes too"]);
    expect(data("id: 1\n\nretry: 5\n\ndata: never ended\n")).toEqual([]);
  });

  it("knows the id of the last whole event", () => {
    const lastEventId = (text: string): string => parse([Buffer.from(text)]).lastEventId;
    expect(lastEventId("data: 1\n\n")).toBe("");
    expect(lastEventId("id: a\ndata: 1\n\nid: b\ndata: 2\n")).toBe("a");
    expect(lastEventId("id: a\ndata: 1\n\ndata: 2\n\n")).toBe("a");
    expect(lastEventId("id: a\n\nid: with \0\n\n")).toBe("a");
    expect(lastEventId("id: a\n\nid\n\n")).toBe("");
  });

  it("skips an event over the limit, keeps its two ends and goes on", () => {
    const text = `{"id":1,"result":"${"x".repeat(9_000)}"}`;
    const { events } = parse([Buffer.from(`data: ${text}\n\ndata: next\n\n`)], 5_000);
    expect(events).toEqual([
      ["too long", text.slice(0, 4_090), text.slice(-256), text.length + 6],
      ["next", 10],
    ]);
    const lines = `data: ${"a".repeat(60)}\n`.repeat(3);
    expect(parse([Buffer.from(`${lines}\ndata: next\n\n`)], 100).events).toEqual([
      ["too long", expect.stringMatching(/^a{60}\ndata: a/), expect.any(String), expect.any(Number)],
      ["next", 10],
    ]);
  });

  it("copies each byte a fixed number of times, and looks at each once for every kind of line end", () => {
    const set = vi.spyOn(Uint8Array.prototype, "set");
    const length = 50_000;
    parse(Array.from(Buffer.from(`data: ${"x".repeat(length)}\n\n`), (byte) => Uint8Array.of(byte)));
    const copied = set.mock.calls.reduce((sum, [source]) => sum + source.length, 0);
    set.mockRestore();
    expect(copied).toBeLessThan(4 * length);
    const find = vi.spyOn(Uint8Array.prototype, "indexOf");
    parse([Uint8Array.from(Buffer.from("data: 1\n\n".repeat(1_000)))]);
    const searchesForReturn = find.mock.calls.filter(([byte]) => byte === 13).length;
    find.mockRestore();
    expect(searchesForReturn).toBe(1);
  });
});
