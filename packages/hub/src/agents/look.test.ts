import { createFakeClock } from "@parley/test-support";
import { expect, it } from "vitest";
import { Look } from "./look.ts";

interface Scene {
  readonly look: Look;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly failures: unknown[];
  /** Ends of the looks that have begun. */
  readonly begun: { resolve(): void; reject(error: Error): void }[];
}

function createScene(timeMs = 60_000): Scene {
  const begun: Scene["begun"] = [];
  const failures: unknown[] = [];
  const clock = createFakeClock();
  const look = new Look({
    clock,
    at: "the stars",
    timeMs,
    onFailure: (error) => failures.push(error),
    look: () => new Promise<void>((resolve, reject) => void begun.push({ resolve, reject })),
  });
  return { look, clock, failures, begun };
}

it("looks once for all who ask in the background, and again when what was seen is old", async () => {
  const { look, clock, begun } = createScene();
  const both = [look.inBackground(), look.inBackground()];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve();
  await Promise.all(both);
  look.ifOlderThan(1_000);
  expect(begun).toHaveLength(1);
  clock.advance(1_000);
  look.ifOlderThan(1_000);
  look.ifOlderThan(1_000);
  expect(begun).toHaveLength(2);
});

it("begins a new look for those who ask again, one for all of them", async () => {
  const { look, begun } = createScene();
  const first = look.inBackground();
  const again = [look.again(), look.again()];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve();
  await first;
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.resolve();
  await Promise.all(again);
  expect(begun).toHaveLength(2);
});

it("says what failed: to who waits, or to the one who listens", async () => {
  const { look, failures, begun } = createScene();
  const first = look.inBackground();
  const again = look.again();
  begun[0]?.reject(new Error("dark"));
  await first;
  expect(failures).toEqual([new Error("dark")]);
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.reject(new Error("still dark"));
  await expect(again).rejects.toThrow("still dark");
  expect(failures).toHaveLength(1);
});

it("gives up on a look without an end, and can look again", async () => {
  const { look, begun } = createScene(5);
  await expect(look.again()).rejects.toMatchObject({ code: "request_timeout" });
  const again = look.again();
  expect(begun).toHaveLength(2);
  begun[1]?.resolve();
  await again;
});
