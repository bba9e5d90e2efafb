import { expect, it } from "vitest";
import { WATCHED_TOOL_CALLS_MAX } from "../limits.ts";
import { ToolLog } from "./tool-log.ts";

type Said = Parameters<ToolLog["add"]>[0];

function call(toolCallId: string, more: Partial<Said> = {}): Said {
  const title = `Read ${toolCallId}`;
  const body = { toolCallId, title, name: undefined, kind: "read", status: undefined, ...more };
  return { type: "tool_call", sessionId: "s", atMs: 1, ...body };
}

it("shows the same when it is packed, and takes what is said later", () => {
  const log = new ToolLog();
  log.add(call("a", { status: "completed", atMs: 5 }));
  log.add(call("b", { status: "in_progress" }));
  const before = log.latest;
  log.pack();
  log.pack();
  expect(log.latest).toEqual(before);
  expect(log.counts).toEqual({ read: 2 });
  // A name that arrives late changes how the call is counted, and not its place.
  expect(log.add(call("b", { status: "completed", name: "grep", atMs: 9 }))).toBe(false);
  log.pack();
  expect(log.counts).toEqual({ read: 1, grep: 1 });
  expect(log.latest).toEqual([before[0], { ...before[1], status: "completed", endedAtMs: 9 }]);
});

it("ends packed calls with their turn, and keeps the latest ones", () => {
  const log = new ToolLog();
  for (let at = 0; at <= WATCHED_TOOL_CALLS_MAX; at += 1) {
    log.add(call(`c${at}`));
    if (at % 50 === 0) log.pack();
  }
  log.pack();
  log.endAll(7);
  expect(log.latest).toHaveLength(WATCHED_TOOL_CALLS_MAX);
  expect(log.latest[0]).toMatchObject({ toolCallId: "c1", endedAtMs: 7 });
});
