import { describe, expect, it, vi } from "vitest";
import { createId } from "./id.ts";

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("createId", () => {
  it("makes a UUIDv7 that carries the time", async () => {
    // A module of its own: ids never go back in time, and another test may have been in the future.
    vi.resetModules();
    const { createId: create } = await import("./id.ts");
    const before = Date.now();
    const id = create();
    expect(id).toMatch(UUID_V7);
    const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    expect(ms).toBeGreaterThanOrEqual(before);
    expect(ms).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it("ascends within a millisecond, past the sequence's end and when the clock steps back", () => {
    const far = Date.now() + 60_000;
    let now = far;
    const clock = { now: () => now };
    const ids = Array.from({ length: 10_000 }, () => createId(clock));
    now = far - 5_000;
    ids.push(createId(clock));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
