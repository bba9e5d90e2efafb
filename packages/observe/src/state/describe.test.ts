import { describe, expect, it } from "vitest";
import { createWatchState } from "./create-watch-state.ts";
import { folderOf, groupByFolder, listFiles } from "./describe-files.ts";
import { runningToolCalls, summarizeTools, toolSteps, totalOf } from "./describe-sessions.ts";
import { mergeFiles } from "./merge-files.ts";
import type { WatchedFile, WatchedSession } from "./watched.ts";

const file = (path: string, fields: Partial<WatchedFile> = {}): WatchedFile => ({
  path,
  heat: 1,
  inContext: true,
  lastAction: "read",
  turnAccessed: 0,
  atMs: 0,
  reads: 0,
  writes: 0,
  ...fields,
});
const files = [
  file("src/b.ts", { heat: 0.5, inContext: false, reads: 3, atMs: 1 }),
  file("src/A.ts", { heat: 1, writes: 2, atMs: 2 }),
  file("README.md", { heat: 1, atMs: 3 }),
];
const names = (list: readonly WatchedFile[]): string[] => list.map(({ path }) => path);

describe("files", () => {
  it("are listed in any order", () => {
    expect(names(listFiles(files))).toEqual(["README.md", "src/A.ts", "src/b.ts"]);
    expect(names(listFiles(files, { order: "reads", max: 1 }))).toEqual(["src/b.ts"]);
    expect(names(listFiles(files, { order: "writes", max: 1 }))).toEqual(["src/A.ts"]);
    expect(names(listFiles(files, { order: "name" }))).toEqual(["README.md", "src/A.ts", "src/b.ts"]);
    expect(names(listFiles(files, { order: "recent" }))).toEqual(["README.md", "src/A.ts", "src/b.ts"]);
    expect(names(listFiles(files, { filter: "a.T" }))).toEqual(["src/A.ts"]);
    expect(names(listFiles(files, { onlyInContext: true, filter: "src" }))).toEqual(["src/A.ts"]);
  });

  it("are grouped by folder, in the order that they have", () => {
    expect(groupByFolder(listFiles(files))).toMatchObject([
      { path: ".", heat: 1, inContext: 1, files: [{ path: "README.md" }] },
      { path: "src", heat: 1, inContext: 1, files: [{ path: "src/A.ts" }, { path: "src/b.ts" }] },
    ]);
    expect(["a", "/a", "/a/b", "x/y/z"].map(folderOf)).toEqual([".", "/", "/a", "x/y"]);
  });

  it("of several sessions are merged by path", () => {
    const other = new Map([["src/b.ts", file("src/b.ts", { heat: 0.9, writes: 1, lastAction: "write", atMs: 5 })]]);
    const merged = mergeFiles([new Map(files.map((each) => [each.path, each])), other]);
    expect(merged.size).toBe(3);
    expect(merged.get("src/b.ts")).toMatchObject({
      heat: 0.9,
      reads: 3,
      writes: 1,
      lastAction: "write",
      inContext: true,
    });
  });
});

describe("sessions", () => {
  function createSession(): WatchedSession {
    const state = createWatchState({ agentId: "a", contextTurns: 0 });
    const add = (type: string, atMs: number, fields: object = {}): void =>
      state.add({ type, atMs, sessionId: "s", ...fields } as never);
    add("turn_started", 0, { requestId: "1" });
    add("file", 0, { path: "a", action: "read", from: "fs" });
    for (const [index, kind] of ["search", "read", "edit", "read", "edit"].entries()) {
      add("tool_call", index * 100, { toolCallId: `${index}`, kind, status: "in_progress" });
      const status = index === 3 ? "failed" : "completed";
      if (index < 4) add("tool_call", index * 100 + 50 + index, { toolCallId: `${index}`, kind, status });
    }
    add("usage", 500, { used: 1, size: 2, cost: { amount: 0.25, currency: "USD" } });
    const session = state.session("s");
    if (session === undefined) throw new Error("no session");
    return session;
  }

  it("have totals", () => {
    const session = createSession();
    const totals = totalOf([session, session]);
    expect(totals).toMatchObject({
      sessions: 2,
      running: 2,
      turns: 0,
      files: 2,
      inContext: 2,
      reads: 2,
      toolCalls: 10,
    });
    expect(totals.cost).toEqual({ USD: 0.5 });
    expect(totalOf([])).toMatchObject({ sessions: 0, cost: {} });
  });

  it("have tools that run, times of tools, and steps from one to the next", () => {
    const session = createSession();
    expect(runningToolCalls(session)).toMatchObject([{ toolCallId: "4" }]);
    expect(summarizeTools(session)).toEqual([
      { kind: "edit", calls: 2, failed: 0, totalMs: 52, longestMs: 52 },
      { kind: "read", calls: 2, failed: 1, totalMs: 104, longestMs: 53 },
      { kind: "search", calls: 1, failed: 0, totalMs: 50, longestMs: 50 },
    ]);
    expect(toolSteps(session)[0]).toEqual({ from: "read", to: "edit", count: 2 });
  });
});
