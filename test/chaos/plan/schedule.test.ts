import { expect, it } from "vitest";
import { createRandom } from "./random.ts";
import { createSchedule, type FaultKind } from "./schedule.ts";

const KINDS: readonly FaultKind[] = [
  { name: "kill", leastMs: 0, mostMs: 500 },
  { name: "cut", leastMs: 100, mostMs: 3_000, weight: 3 },
];

it("a seed repeats its schedule, and another one has another", () => {
  const plan = (seed: number) => createSchedule(createRandom(seed).fork("faults"), KINDS, 3, 60_000);
  expect(plan(7)).toEqual(plan(7));
  expect(plan(7)).not.toEqual(plan(8));
  expect(new Set(plan(7).map(({ fault }) => fault))).toEqual(new Set(["kill", "cut"]));
  expect(new Set(plan(7).map(({ node }) => node))).toEqual(new Set([0, 1, 2]));
});

it("what a part of a run chooses does not depend on how much another part has chosen", () => {
  const [one, other] = [createRandom(1), createRandom(1)];
  other.next();
  expect(one.fork("a").next()).toBe(other.fork("a").next());
  expect(one.fork("a").next()).not.toBe(one.fork("b").next());
});
