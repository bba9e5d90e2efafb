import { expect, it } from "vitest";
import { readTraffic } from "./traffic.ts";

it("shows messages of a trace, and leaves out its header and what is not a message", () => {
  const lines = [
    '{"v":1,"kind":"parley-trace"}',
    '{"at":1,"from":"client","frame":{"jsonrpc":"2.0","id":0,"method":"initialize"}}',
    '{"at":2,"from":"agent","frame":{"jsonrpc":"2.0","id":0,"error":{"code":1,"message":"no"}}}',
    "not JSON",
    "null",
  ];
  expect(readTraffic(lines).map(({ from, label, isError }) => [from, label, isError])).toEqual([
    ["client", "initialize", false],
    ["agent", "error of 0", true],
  ]);
});
