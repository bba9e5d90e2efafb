import { expect, test } from "vitest";
import { ABORTED, unlessAborted, untilAborted } from "./until-aborted.ts";

const never = new Promise<never>(() => undefined);

test("passes on the value and the rejection", async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(1), signal)).toBe(1);
  expect(await untilAborted(Promise.resolve(1), undefined)).toBe(1);
  await expect(untilAborted(Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
});

test("stops waiting for work that does not end, before and after the abort", async () => {
  const control = new AbortController();
  const waiting = untilAborted(never, control.signal);
  control.abort();
  expect(await waiting).toBe(ABORTED);
  expect(await untilAborted(never, control.signal)).toBe(ABORTED);
});

test("reports work that fails after the abort, and no other", async () => {
  const control = new AbortController();
  const work = new Promise<never>((_, reject) => {
    control.signal.addEventListener("abort", () => reject(new Error("too late")), { once: true });
  });
  const told = new Promise((resolve) => void untilAborted(work, control.signal, resolve));
  control.abort();
  expect(await told).toMatchObject({ message: "too late" });
});

test("any number of calls may wait on one signal", async () => {
  const warnings: string[] = [];
  const warn = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", warn);
  const control = new AbortController();
  const waiting = Array.from({ length: 50 }, () => untilAborted(never, control.signal));
  control.abort();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([ABORTED]));
  await new Promise(setImmediate);
  process.off("warning", warn);
  expect(warnings).toEqual([]);
});

test("rejects with the reason of the signal", async () => {
  const { signal } = new AbortController();
  expect(await unlessAborted(Promise.resolve("done"), signal)).toBe("done");
  const reason = new Error("enough");
  await expect(unlessAborted(never, AbortSignal.abort(reason))).rejects.toBe(reason);
  await expect(unlessAborted(never, AbortSignal.abort("a word"))).rejects.toThrow("Cancelled");
});
