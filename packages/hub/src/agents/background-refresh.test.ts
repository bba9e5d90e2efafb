import { createFakeClock } from "@parley/test-support";
import { expect, it } from "vitest";
import { BackgroundRefresh } from "./background-refresh.ts";

interface Scene {
  readonly refresh: BackgroundRefresh;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly failures: unknown[];
  /** How to end the refreshes that were started. */
  readonly begun: { resolve(): void; reject(error: Error): void }[];
}

function createScene(timeoutMs = 60_000): Scene {
  const begun: Scene["begun"] = [];
  const failures: unknown[] = [];
  const clock = createFakeClock();
  const refresh = new BackgroundRefresh({
    clock,
    what: "the stars",
    timeoutMs,
    onFailure: (error) => failures.push(error),
    read: () => new Promise<void>((resolve, reject) => void begun.push({ resolve, reject })),
  });
  return { refresh, clock, failures, begun };
}

it("reads once for all callers, and again when the result is old", async () => {
  const { refresh, clock, begun } = createScene();
  const both = [refresh.inBackground(), refresh.inBackground()];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve();
  await Promise.all(both);
  refresh.ifOlderThan(1_000);
  expect(begun).toHaveLength(1);
  clock.advance(1_000);
  refresh.ifOlderThan(1_000);
  refresh.ifOlderThan(1_000);
  expect(begun).toHaveLength(2);
});

it("starts another refresh for callers that come while one runs, one for all of them", async () => {
  const { refresh, begun } = createScene();
  const first = refresh.inBackground();
  const again = [refresh.again(), refresh.again()];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve();
  await first;
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.resolve();
  await Promise.all(again);
  expect(begun).toHaveLength(2);
});

it("rejects for the caller that waits, and reports a failure that no caller waits for", async () => {
  const { refresh, failures, begun } = createScene();
  const first = refresh.inBackground();
  const again = refresh.again();
  begun[0]?.reject(new Error("dark"));
  await first;
  expect(failures).toEqual([new Error("dark")]);
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.reject(new Error("still dark"));
  await expect(again).rejects.toThrow("still dark");
  expect(failures).toHaveLength(1);
});

it("gives up on a refresh that takes too long, and can start another", async () => {
  const { refresh, begun } = createScene(5);
  await expect(refresh.again()).rejects.toMatchObject({ code: "request_timeout" });
  const again = refresh.again();
  expect(begun).toHaveLength(2);
  begun[1]?.resolve();
  await again;
});
