import { expect, it, vi } from "vitest";
import type { StoreNode } from "../api/nodes.ts";
import { OWNERS_KNOWN_MAX, OWNER_KNOWN_MS } from "../node-limits.ts";
import { KnownOwners } from "./known-owners.ts";

const node = { id: "one" } as StoreNode;

it("finds an owner for a moment, and says whether it was used without a look", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const known = new KnownOwners();
  known.add("s1", node);
  expect(known.delete("s1")).toBe(false);
  known.add("s1", node);
  expect(known.find("s1")).toBe(node);
  expect([known.delete("s1"), known.find("s1")]).toEqual([true, undefined]);
  known.add("s1", node);
  vi.advanceTimersByTime(OWNER_KNOWN_MS);
  expect(known.find("s1")).toBeUndefined();
  vi.useRealTimers();
});

it("forgets the owner that was found first, if there are too many", () => {
  const known = new KnownOwners();
  for (let at = 0; at <= OWNERS_KNOWN_MAX; at += 1) known.add(`s${at}`, node);
  expect([known.find("s0"), known.find("s1")]).toEqual([undefined, node]);
});
