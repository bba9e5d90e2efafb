import { expect, it } from "vitest";
import { createActivity } from "./activity.ts";

function open() {
  const [streams, upgrades] = [{ count: 0 }, { count: 0 }];
  let nowMs = 1_000;
  const activity = createActivity(streams, upgrades, () => nowMs);
  return { activity, streams, upgrades, wait: (ms: number) => (nowMs += ms) };
}

it("has been idle since its start, or since the last answer", () => {
  const { activity, wait } = open();
  wait(500);
  expect(activity.idleMs).toBe(500);
  activity.answered("/sessions");
  expect(activity.idleMs).toBe(0);
  wait(20);
  expect(activity.idleMs).toBe(20);
});

it.each(["/health", "/ready", "/metrics", "/server"])("does not count %s as use", (path) => {
  const { activity, wait } = open();
  wait(500);
  activity.answered(path);
  expect(activity.idleMs).toBe(500);
});

it.each(["streams", "upgrades"] as const)("is not idle while it has clients: %s", (kind) => {
  const parts = open();
  parts[kind].count = 2;
  parts.wait(500);
  expect([parts.activity.clients, parts.activity.idleMs]).toEqual([2, 0]);
  parts[kind].count = 0;
  parts.wait(30);
  // Counted from when the last one was seen.
  expect([parts.activity.clients, parts.activity.idleMs]).toEqual([0, 30]);
});
