import { expect, test } from "vitest";
import { settlesWithin, within } from "./within.ts";

const LONG_MS = 3_600_000;
const never = new Promise<never>(() => undefined);

test("gives the value or the rejection that comes in time", async () => {
  expect(await within(Promise.resolve("in time"), LONG_MS)).toBe("in time");
  await expect(within(Promise.reject(new Error("no")), LONG_MS)).rejects.toThrow("no");
});

test("gives up on timeout and on abort", async () => {
  expect(await within(never, 1)).toBeUndefined();
  const control = new AbortController();
  const waiting = within(never, LONG_MS, { signal: control.signal });
  control.abort();
  expect(await waiting).toBeUndefined();
  expect(await within(never, LONG_MS, { signal: control.signal })).toBeUndefined();
});

test("leaves no timer behind that would keep a process running", async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  const control = new AbortController();
  const waiting = within(never, LONG_MS, { signal: control.signal });
  expect(timers()).toBe(before + 1);
  control.abort();
  await waiting;
  await within(Promise.resolve(), LONG_MS);
  expect(timers()).toBe(before);
});

test("tells whether something settled in time, fulfilled or rejected", async () => {
  expect(await settlesWithin(Promise.resolve(), LONG_MS)).toBe(true);
  expect(await settlesWithin(Promise.reject(new Error("no")), LONG_MS)).toBe(true);
  expect(await settlesWithin(never, 1)).toBe(false);
  expect(await settlesWithin(never, LONG_MS, { signal: AbortSignal.abort() })).toBe(false);
});
