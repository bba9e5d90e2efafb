import { parseTrace } from "@parley/observe";
import { expect, it } from "vitest";
import { filterRows, toFrameRows } from "./frames.ts";
import { toTest } from "./to-test.ts";

const TRACE = [
  '{"v":1,"kind":"parley-trace","startedAt":1000,"agent":"goose","redacted":true,"part":1}',
  '{"at":1000,"from":"client","frame":{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}}',
  '{"at":1040,"from":"agent","frame":{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}}',
  '{"at":1100,"from":"client","frame":{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"look\\u2028here"}]}}}',
  '{"at":1200,"from":"agent","frame":{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"}}}}}',
  '{"at":1300,"from":"agent","frame":{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"The model is down"}}}',
].join("\n");

it("lists messages with their times, and finds them by kind and by words", () => {
  const rows = toFrameRows(parseTrace(TRACE));
  expect(rows.map(({ row }) => row.kind)).toEqual(["request", "response", "request", "notification", "response"]);
  expect(rows[1]?.row).toMatchObject({ sinceMs: 40, tookMs: 40 });
  const find = (text: string, filter: Parameters<typeof filterRows>[2] = "all") =>
    filterRows(rows, text, filter).map(({ row }) => row.line);
  expect(find("", "errors")).toEqual([6]);
  expect(find("", "client")).toEqual([2, 4]);
  expect(find("", "updates")).toEqual([5]);
  expect(find("MODEL down")).toEqual([6]);
  expect(find("nowhere")).toEqual([]);
});

it("makes a test of everything until a message", () => {
  const rows = toFrameRows(parseTrace(TRACE));
  const [, , third] = rows;
  if (third === undefined) throw new Error("no row");
  const text = toTest(rows, third);
  const lines = text.slice(text.indexOf("[\n") + 2, text.indexOf("\n];")).split("\n");
  expect(lines).toHaveLength(4);
  expect(text).not.toContain("\u2028");
  expect(text).not.toContain("model is down");
});
