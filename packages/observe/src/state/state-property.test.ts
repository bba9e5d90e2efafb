import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FileAction, Observation } from "../extract/observation.ts";
import { createWatchState } from "./create-watch-state.ts";
import { mergeFile } from "./merge-files.ts";
import type { WatchedFile } from "./watched.ts";

const ACTIONS: readonly FileAction[] = ["user_provided", "user_referenced", "read", "write", "search", "blocked"];
const anyPath = fc.constantFrom("a", "b", "src/c", "/etc/d", "node_modules/e", "../f");
const body = fc.oneof(
  fc.record({ type: fc.constant("file"), path: anyPath, action: fc.constantFrom(...ACTIONS), from: fc.constant("fs") }),
  fc.record({ type: fc.constant("turn_started"), requestId: fc.constantFrom("1", "2") }),
  fc.record({ type: fc.constant("turn_ended"), requestId: fc.constantFrom("1", "2") }),
  fc.record({ type: fc.constant("usage"), used: fc.nat(100), size: fc.constant(100) }),
  fc.record({
    type: fc.constant("blocked"),
    path: anyPath,
    action: fc.constantFrom("read", "write"),
    reason: fc.constant("x"),
  }),
  fc.record({
    type: fc.constant("tool_call"),
    toolCallId: fc.constantFrom("1", "2"),
    status: fc.constantFrom("pending", "completed"),
  }),
  fc.constant({ type: "compacted" }),
  fc.constant({ type: "session_closed" }),
);
const step = fc.oneof(
  fc.record({ body, sessionId: fc.constantFrom("s1", "s2"), waitMs: fc.nat(50) }),
  fc.record({ waitMs: fc.nat(6_000) }),
);

const file: fc.Arbitrary<WatchedFile> = fc.record({
  path: fc.constant("a"),
  heat: fc.double({ min: 0, max: 1, noNaN: true }),
  inContext: fc.boolean(),
  lastAction: fc.constantFrom(...ACTIONS),
  turnAccessed: fc.nat(5),
  atMs: fc.nat(3),
  reads: fc.nat(9),
  writes: fc.nat(9),
});

describe("a state", () => {
  it("can be followed by its deltas, and keeps its invariants", () => {
    const limits = { contextTurns: 1, filesMax: 4, changedPerTickMax: 3 };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const state = createWatchState({ agentId: "a", ...limits });
        const followed = new Map<string, { seq: number; paths: Set<string> }>();
        let nowMs = 1_000;
        const follow = (): void => {
          for (const { sessionId, seq, changed, removed } of state.tick(nowMs)) {
            const known = followed.get(sessionId) ?? { seq: 0, paths: new Set<string>() };
            followed.set(sessionId, known);
            expect(seq).toBe(known.seq + 1);
            known.seq = seq;
            expect(changed.length).toBeLessThanOrEqual(limits.changedPerTickMax);
            expect(new Set([...changed, ...removed]).size).toBe(changed.length + removed.length);
            for (const path of removed) {
              expect(state.session(sessionId)?.files.has(path)).toBe(false);
              known.paths.delete(path);
            }
            for (const path of changed) known.paths.add(path);
          }
        };
        for (const next of steps) {
          nowMs += next.waitMs;
          if ("body" in next) state.add({ ...next.body, sessionId: next.sessionId, atMs: nowMs } as Observation);
          else follow();
          for (const { files, coldFiles, time } of state.sessions) {
            expect(files.size + (coldFiles?.size ?? 0)).toBeLessThanOrEqual(limits.filesMax);
            for (const { heat, inContext } of files.values()) {
              expect(heat).toBeGreaterThan(0);
              expect(heat).toBeLessThanOrEqual(1);
              expect(inContext && heat < 1).toBe(false);
            }
            for (const path of coldFiles?.keys() ?? []) expect(files.has(path)).toBe(false);
            for (const ms of Object.values(time)) expect(ms).toBeGreaterThanOrEqual(0);
          }
        }
        // Whoever followed until nothing more changes knows the files that are left.
        for (let round = 0; round < 20; round += 1) follow();
        for (const { sessionId, files } of state.sessions) {
          expect([...(followed.get(sessionId)?.paths ?? [])].toSorted()).toEqual([...files.keys()].toSorted());
        }
      }),
    );
  });
});

describe("merging a file", () => {
  const all = (merged: WatchedFile): object => merged;
  const butCounts = (merged: WatchedFile): object => ({ ...merged, reads: 0, writes: 0 });

  it("is the same in any order and any grouping, and merging again changes only the counts", () => {
    fc.assert(
      fc.property(file, file, file, (a, b, c) => {
        expect(all(mergeFile(a, b))).toEqual(all(mergeFile(b, a)));
        expect(all(mergeFile(mergeFile(a, b), c))).toEqual(all(mergeFile(a, mergeFile(b, c))));
        expect(butCounts(mergeFile(a, a))).toEqual(butCounts(a));
      }),
    );
  });
});
