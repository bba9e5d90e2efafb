// What a recorder wrote, what others wrote, and what is left of a file when something went wrong.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TraceFrame, TraceItem } from "../trace-item.ts";
import { parseTrace, readTrace } from "./read-trace.ts";

const FRAME = '{"jsonrpc":"2.0","id":1.0,"method":"x","params":{"n":1e3,"big":12345678901234567890}}';

function only(text: string): TraceItem | undefined {
  const items = parseTrace(text);
  expect(items).toHaveLength(1);
  return items[0];
}

async function collect(source: AsyncIterable<TraceItem>): Promise<readonly TraceItem[]> {
  const items: TraceItem[] = [];
  for await (const item of source) items.push(item);
  return items;
}

describe("the forms of a line", () => {
  it("reads the header", () => {
    const line = '{"v":1,"kind":"parley-trace","id":"i","startedAt":5,"agent":"goose","redacted":true,"part":2}\n';
    const header = { v: 1, id: "i", startedAt: 5, agent: "goose", redacted: true, part: 2 };
    expect(only(line)).toEqual({ type: "header", line: 1, header });
  });

  it.each([
    ["our own", `{"at":5,"from":"agent","frame":${FRAME}}`],
    ["with other things in it", `{"seq":1, "frame" : ${FRAME} , "from":"agent","at":5}`],
    ["with a date", `{"at":"1970-01-01T00:00:00.005Z","from":"agent","frame":${FRAME}}`],
    ["directed, as text", JSON.stringify({ ts: 5, direction: "fromAgent", json: FRAME })],
    ["directed, as it is", `{"ts":5,"direction":"FROM_AGENT","json":${FRAME}}`],
    ["a tap's", JSON.stringify({ from: "agent", at: 5, line: FRAME })],
  ])("reads a frame %s, letter by letter", (_name, line) => {
    const bytes = FRAME.length;
    const place = { type: "frame", line: 1, atMs: 5, from: "agent", bytes, isCut: false } as const;
    expect(only(line)).toEqual({ ...place, raw: FRAME, message: JSON.parse(FRAME), text: undefined });
  });

  it("reads the simple form, which has no times", () => {
    expect(only(`{"from":"client","frame":${FRAME}}`)).toMatchObject({ from: "client", atMs: undefined, raw: FRAME });
  });

  it.each([
    [
      '{"type":"request","ts":1.5,"protocol":"acp","from":"Client","to":"Agent","id":1.0,"method":"x","session":null,"params":{"n":1e3}}',
      "client",
      '{"jsonrpc":"2.0","id":1.0,"method":"x","params":{"n":1e3}}',
    ],
    [
      '{"type":"notification","ts":1.5,"protocol":"acp","from":"Agent","to":"Client","method":"x","params":{}}',
      "agent",
      '{"jsonrpc":"2.0","method":"x","params":{}}',
    ],
    [
      '{"type":"response","ts":1.5,"from":"Agent","to":"Client","id":1,"is_error":false,"payload":{"a":1}}',
      "agent",
      '{"jsonrpc":"2.0","id":1,"result":{"a":1}}',
    ],
    [
      '{"type":"response","ts":1.5,"from":"Proxy(0)","to":"Client","id":1,"is_error":true,"payload":{"code":1}}',
      "agent",
      '{"jsonrpc":"2.0","id":1,"error":{"code":1}}',
    ],
  ])("reads the trace viewer's form", (line, from, raw) => {
    expect(only(line)).toMatchObject({ type: "frame", atMs: 1_500, from, raw });
  });

  it("takes what passes between two proxies for a note", () => {
    expect(only('{"type":"request","ts":1,"from":"Proxy(0)","to":"Agent","id":1,"method":"x"}')?.type).toBe("note");
  });

  it("reads what is no JSON, what was too large, and what was dropped", () => {
    expect(only('{"at":1,"from":"agent","text":"Oops","bytes":4}')).toMatchObject({
      text: "Oops",
      raw: undefined,
      isCut: false,
      bytes: 4,
    });
    expect(only('{"at":1,"from":"agent","head":"{\\"a","bytes":9000000}')).toMatchObject({
      text: '{"a',
      isCut: true,
      bytes: 9_000_000,
    });
    expect(only('{"at":1,"dropped":7}')).toEqual({ type: "dropped", line: 1, atMs: 1, count: 7 });
  });

  it("counts bytes, not characters", () => {
    expect((only('{"from":"agent","frame":"ü😀"}') as TraceFrame).bytes).toBe(8);
  });
});

describe("a damaged file", () => {
  it("goes on after a line that cannot be read, and knows a half one at the end", () => {
    const items = parseTrace(
      `{"from":"client","frame":{}}\n{"from":"cli{"from":"agent","frame":{}}\n\n[1]\n{"from":"agent","frame":{}}\n{"from":"agent","fra`,
    );
    expect(items.map((item) => [item.line, item.type])).toEqual([
      [1, "frame"],
      [2, "damage"],
      [4, "damage"],
      [5, "frame"],
      [6, "damage"],
    ]);
    expect(items.filter((item) => item.type === "damage").map((item) => item.isHalfLine)).toEqual([false, false, true]);
  });

  it("takes a last line that is whole, with or without its end", () => {
    expect(only('{"from":"agent","frame":{}}')?.type).toBe("frame");
  });

  it("passes over what is longer than a line may be", async () => {
    const items = await collect(
      readTrace([`{"from":"agent","frame":{"a":"`, "x".repeat(500), `"}}\n{"from":"agent","frame":{}}\n`], {
        lineCharsMax: 100,
      }),
    );
    expect(items.map((item) => [item.line, item.type])).toEqual([
      [1, "damage"],
      [2, "frame"],
    ]);
  });
});

it("reads the same however the bytes are cut", async () => {
  const text = `\ufeff{"v":1,"kind":"parley-trace"}\r\n{"from":"agent","frame":{"t":"ü😀\u2028"}}\r\n\n{"at":3,"dropped":1}\n{"from":"age`;
  const bytes = new TextEncoder().encode(text);
  const whole = parseTrace(text);
  expect(whole.map(({ type }) => type)).toEqual(["header", "frame", "dropped", "damage"]);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length)), async (cuts) => {
      const places = [0, ...cuts.toSorted((one, other) => one - other), bytes.length];
      const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
      expect(await collect(readTrace(chunks))).toEqual(whole);
    }),
    { numRuns: 50 },
  );
});
