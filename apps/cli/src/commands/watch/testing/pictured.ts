// A session for tests of what is drawn: busy, in the middle of its work.
import type { MirroredSession, WatchedFile } from "@parley/observe";
import { createView, type WatchView } from "../view.ts";
import type { WatchModel } from "../model.ts";

export const NOW_MS: number = Date.UTC(2026, 0, 1, 12);

export function file(path: string, fields: Partial<WatchedFile> = {}): WatchedFile {
  const base = {
    heat: 1,
    inContext: true,
    lastAction: "read",
    turnAccessed: 1,
    atMs: NOW_MS - 4_000,
    reads: 1,
    writes: 0,
  } as const;
  return { path, ...base, ...fields };
}

export function pictured(
  fields: Partial<MirroredSession> = {},
  files: readonly WatchedFile[] = someFiles(),
): MirroredSession {
  const agentId = fields.agentId ?? "goose";
  const sessionId = fields.sessionId ?? "session-1";
  return {
    key: `${agentId}/${sessionId}`,
    sessionMode: "single_agent",
    isOver: false,
    agentId,
    sessionId,
    cwd: "/code/app",
    title: "Fix the flaky test",
    turn: 3,
    isRunning: true,
    lastStopReason: undefined,
    files: new Map(files.map((each) => [each.path, each])),
    toolCalls: [
      {
        toolCallId: "1",
        title: "Read src/queue.ts",
        kind: "read",
        status: "completed",
        startedAtMs: NOW_MS - 9_000,
        endedAtMs: NOW_MS - 8_000,
      },
      { toolCallId: "2", title: "Run npm test", kind: "execute", status: "in_progress", startedAtMs: NOW_MS - 7_000 },
    ],
    toolCounts: { read: 4, execute: 1 },
    time: { modelMs: 30_000, toolsMs: 20_000, permissionMs: 10_000 },
    firstTokenMs: 800,
    usage: { used: 100_000, size: 200_000, cost: { amount: 0.42, currency: "USD" } },
    plan: { done: 1, total: 4 },
    blocked: [{ path: ".env", action: "write", reason: "outside the zone", atMs: NOW_MS - 60_000 }],
    unasked: [{ what: "changed src/clock.ts", path: "src/clock.ts", atMs: NOW_MS - 5_000 }],
    oddities: 0,
    dropped: 0,
    ...fields,
  };
}

function someFiles(): WatchedFile[] {
  return [
    file("src/queue.ts", { lastAction: "write", writes: 2, atMs: NOW_MS }),
    file("src/clock.ts"),
    file("test/queue.test.ts", { heat: 0.4, inContext: false, lastAction: "search" }),
    file("README.md", { heat: 0.05, inContext: false, lastAction: "user_referenced", reads: 1 }),
  ];
}

export function modelOf(
  sessions: readonly MirroredSession[],
  view: Partial<WatchView> = {},
  fields: Partial<WatchModel> = {},
): WatchModel {
  const link = { type: "connected" } as const;
  return { address: "127.0.0.1:17320", link, sessions, view: { ...createView(), ...view }, nowMs: NOW_MS, ...fields };
}
