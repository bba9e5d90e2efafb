import { describe, expect, it } from "vitest";
import { placeFrames } from "../conversation.ts";
import { parseTrace } from "../read/read-trace.ts";
import { failure, OPENING, request, response, toTrace, turn, words, type Told } from "../testing/frames.ts";
import { toViewerLine } from "./to-jsons.ts";
import { toTraceHeader, toTraceLine } from "./to-trace-line.ts";

const TOLD = [
  ...OPENING,
  ...turn(2, [
    ["agent", words("Hi")],
    ["agent", request(7, "_x")],
    ["client", failure(7, -1, "no")],
    ["agent", "rubbish"],
  ]),
].map(([from, message], index): Told => [from, message, 10_000 + index * 500]);

function toViewer(told: readonly Told[]): readonly (Record<string, unknown> | undefined)[] {
  const placed = [...placeFrames(toTrace(told))];
  return placed.map((each) => {
    const line = toViewerLine(each, placed[0]?.frame.atMs);
    return line === undefined ? undefined : (JSON.parse(line) as Record<string, unknown>);
  });
}

describe("the trace viewer's form", () => {
  it("has the three kinds of line, in seconds since the start", () => {
    const lines = toViewer(TOLD);
    expect(lines[0]).toEqual({
      type: "request",
      ts: 0,
      protocol: "acp",
      from: "Client",
      to: "Agent",
      id: 0,
      method: "initialize",
      params: expect.any(Object) as unknown,
    });
    expect(lines[3]).toEqual({
      type: "response",
      ts: 1.5,
      from: "Agent",
      to: "Client",
      id: 1,
      is_error: false,
      payload: { sessionId: "s1" },
    });
    expect(lines[5]).toEqual({
      type: "notification",
      ts: 2.5,
      protocol: "acp",
      from: "Agent",
      to: "Client",
      method: "session/update",
      session: "s1",
      params: expect.any(Object) as unknown,
    });
    expect(lines[7]).toMatchObject({
      type: "response",
      from: "Client",
      to: "Agent",
      is_error: true,
      payload: { code: -1, message: "no" },
    });
    expect(lines[8]).toBeUndefined();
  });

  it("keeps the order where there are no times", () => {
    const lines = toViewer(OPENING);
    expect(lines.map((line) => line?.["ts"])).toEqual([0.001, 0.002, 0.003, 0.004]);
  });

  it("is read back as the same messages, numbers spelt as they were", () => {
    const text =
      '{"from":"client","frame":{"jsonrpc":"2.0","id":1.0,"method":"x","params":{"n":1e3,"big":12345678901234567890}}}\n';
    const [placed] = placeFrames(parseTrace(text));
    const line = placed === undefined ? "" : toViewerLine(placed, undefined);
    expect(line).toContain('"id":1.0,"method":"x","params":{"n":1e3,"big":12345678901234567890}');
    expect(parseTrace(`${line}\n`)).toMatchObject([
      {
        type: "frame",
        from: "client",
        raw: '{"jsonrpc":"2.0","id":1.0,"method":"x","params":{"n":1e3,"big":12345678901234567890}}',
      },
    ]);
  });
});

describe("our own form", () => {
  it("is what it was read from", () => {
    const items = toTrace(TOLD);
    const lines = items.map((item) => (item.type === "frame" ? toTraceLine(item, { redact: false }) : ""));
    const header = toTraceHeader({ startedAt: 1, agent: "goose", redacted: false });
    const again = parseTrace(`${header}\n${lines.join("\n")}\n`);
    expect(again[0]).toMatchObject({ type: "header", header: { startedAt: 1, agent: "goose", redacted: false } });
    expect(again.slice(1).map((item) => ({ ...item, line: item.line - 1 }))).toEqual(items);
  });

  it("loses its secrets when it is asked to", () => {
    const [item] = toTrace([["client", response(1, { content: "password=hunter2" })]]);
    expect(item?.type === "frame" ? toTraceLine(item, { redact: true }) : "").toContain("password=…");
  });
});
