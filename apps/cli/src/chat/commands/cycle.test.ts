import { expect, it } from "vitest";
import { Cycle } from "./cycle.ts";

const values = ["a", "b", "c", "d"] as const;

it("counts every press, however quick, and sets only where it stops", async () => {
  const set: string[] = [];
  const cycle = new Cycle();
  // Setting takes a while, so that all presses come before the first value holds.
  const press = (): Promise<void> => cycle.next({ values, current: "a", set: async (value) => set.push(value) });
  const pressed = [press(), press(), press()];
  expect(set).toEqual(["b"]);
  await Promise.all(pressed);
  expect(set).toEqual(["b", "d"]);
});

it("comes back to the beginning, and forgets what could not be set", async () => {
  const cycle = new Cycle();
  const set: string[] = [];
  const fails = cycle.next({ values, current: "d", set: () => Promise.reject(new Error("no")) });
  await expect(fails).rejects.toThrow("no");
  await cycle.next({ values, current: "d", set: async (value) => set.push(value) });
  await cycle.next({ values: [], current: undefined, set: async () => set.push("nothing") });
  expect(set).toEqual(["a"]);
});
