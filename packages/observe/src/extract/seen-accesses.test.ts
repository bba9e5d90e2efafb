import { describe, expect, it } from "vitest";
import { SEEN_ACCESSES_MAX } from "../limits.ts";
import { ConnectionMemory } from "./connection-memory.ts";
import { ObservationBuilder } from "./observation-builder.ts";
import { SeenAccesses } from "./seen-accesses.ts";
import { failPrompt } from "./turns.ts";

describe("the accesses of running turns", () => {
  it("are known within their session, until its turn ends", () => {
    const seen = new SeenAccesses();
    expect([seen.add("s", "call", "read", "a"), seen.add("s", "call", "read", "a")]).toEqual([true, false]);
    expect([seen.has("s", "call", "read", "a"), seen.has("t", "call", "read", "a")]).toEqual([true, false]);
    seen.add("t", "call", "read", "a");
    seen.forget("s");
    expect([seen.size, seen.has("s", "call", "read", "a"), seen.has("t", "call", "read", "a")]).toEqual([
      1,
      false,
      true,
    ]);
  });

  it("are bounded, however many sessions have some", () => {
    const seen = new SeenAccesses();
    for (let at = 0; at <= SEEN_ACCESSES_MAX; at += 1) seen.add(`s${at % 7}`, String(at));
    expect(seen.size).toBe(1);
  });

  it("take no memory once the turn has ended, so that a long connection does not grow", () => {
    const memory = new ConnectionMemory();
    const session = memory.session("s");
    const builder = new ObservationBuilder(memory, 0);
    for (const requestId of ["1", "2", "3"]) {
      session.openTurns.push(requestId);
      builder.fileOf(session, memory.toolCall(session, requestId), { path: "a", action: "read", from: "input" });
      expect(memory.seen.size).toBe(1);
      failPrompt(builder, session, requestId, {});
      expect(memory.seen.size).toBe(0);
    }
    expect(builder.observations.filter(({ type }) => type === "file")).toHaveLength(3);
  });
});
