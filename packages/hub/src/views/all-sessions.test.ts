import type { WatchDelta } from "@parley/observe";
import { describe, expect, it } from "vitest";
import { mergeDeltas } from "./all-sessions.ts";

function delta(seq: number, fields: Partial<WatchDelta>): WatchDelta {
  const nothing = { changed: [], removed: [], isUsageChanged: false, isSessionChanged: false, blocked: [] };
  return { agentId: "a", sessionId: "s", seq, ...nothing, ...fields };
}

describe("two merged changes", () => {
  it("contain a file's latest change", () => {
    const before = delta(1, { changed: ["kept", "gone"], removed: ["back"] });
    const after = delta(2, { changed: ["back", "new"], removed: ["gone"] });
    const { seq, changed, removed } = mergeDeltas(before, after);
    expect(seq).toBe(2);
    expect([...changed].toSorted()).toEqual(["back", "kept", "new"]);
    expect(removed).toEqual(["gone"]);
  });

  it("lose nothing of the first", () => {
    const blocked = (path: string): WatchDelta["blocked"] => [{ path, action: "read", reason: "", atMs: 1 }];
    const before = delta(1, { isUsageChanged: true, blocked: blocked("one") });
    const after = delta(2, { isSessionChanged: true, blocked: blocked("two") });
    const merged = mergeDeltas(before, after);
    expect(merged).toMatchObject({ isUsageChanged: true, isSessionChanged: true });
    expect(merged.blocked.map(({ path }) => path)).toEqual(["one", "two"]);
    expect(mergeDeltas(undefined, after)).toBe(after);
  });
});
