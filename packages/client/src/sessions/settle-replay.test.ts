import { expect, it, vi } from "vitest";
import { defaultClientLimits } from "../limits.ts";
import { createFakeTime } from "../testing/fake-time.ts";
import { ReplayFilter } from "./replay-filter.ts";
import { settleReplay } from "./settle-replay.ts";

const limits = { ...defaultClientLimits, loadSettleMs: 100, loadSettleMsMax: 1_000 };
const HISTORY = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "history" } } as const;

it("waits for the same time although the clock is set back", async () => {
  const time = createFakeTime();
  const filter = new ReplayFilter(time.timers, limits.lateReplayMs);
  filter.begin("load");
  filter.answered();
  const onSettled = vi.fn<() => void>();
  const settled = settleReplay(filter, { ...time, limits }).then(onSettled);
  time.setClockBack(3_600_000);
  time.advance(50);
  filter.drops(HISTORY);
  time.advance(50);
  await Promise.resolve();
  expect(onSettled).not.toHaveBeenCalled();
  time.advance(50);
  await settled;
  expect(time.pending).toBe(0);
});

it("gives up after a limit, with any amount of history and any clock", async () => {
  const time = createFakeTime();
  const filter = new ReplayFilter(time.timers, limits.lateReplayMs);
  filter.begin("load");
  filter.answered();
  const onSettled = vi.fn<() => void>();
  void settleReplay(filter, { ...time, limits }).then(onSettled);
  let waitedMs = 0;
  for (; onSettled.mock.calls.length === 0 && waitedMs < 5_000; waitedMs += 50) {
    time.setClockBack(60_000);
    filter.drops(HISTORY);
    time.advance(50);
    await new Promise(setImmediate);
  }
  expect(waitedMs).toBeGreaterThanOrEqual(limits.loadSettleMsMax);
  expect(waitedMs).toBeLessThanOrEqual(limits.loadSettleMsMax + 2 * limits.loadSettleMs);
});
