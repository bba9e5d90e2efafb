// All watched sessions as one source for a feed. Changes are merged until the feed reads them.
import type { WatchDelta } from "@parley/observe";
import type { SessionWatch } from "./session-watch.ts";
import type { AllSessions } from "../api/views.ts";

export interface Changes {
  /** A session has changes. */
  add(delta: WatchDelta): void;
}

export function createAllSessions(
  watches: ReadonlyMap<string, SessionWatch>,
  onDisposed: (changes: Changes) => void,
): { readonly changes: Changes; readonly sessions: AllSessions } {
  const pending = new Map<string, WatchDelta>();
  const changes: Changes = {
    add: (delta) => void pending.set(delta.sessionId, mergeDeltas(pending.get(delta.sessionId), delta)),
  };
  const sessions: AllSessions = {
    get sessions() {
      return Array.from(watches.values(), (watch) => watch.watched());
    },
    session: (sessionId) => watches.get(sessionId)?.watched(),
    seqOf: (sessionId) => watches.get(sessionId)?.seq ?? 0,
    tick() {
      const deltas = [...pending.values()].filter(({ sessionId }) => watches.has(sessionId));
      pending.clear();
      return deltas;
    },
    [Symbol.dispose]() {
      pending.clear();
      onDisposed(changes);
    },
  };
  return { changes, sessions };
}

/** Merges two ticks into one. */
export function mergeDeltas(before: WatchDelta | undefined, after: WatchDelta): WatchDelta {
  if (before === undefined) return after;
  const changed = new Set(before.changed);
  const removed = new Set(before.removed);
  for (const path of after.changed) {
    changed.add(path);
    removed.delete(path);
  }
  for (const path of after.removed) {
    changed.delete(path);
    removed.add(path);
  }
  return {
    ...after,
    changed: [...changed],
    removed: [...removed],
    isUsageChanged: before.isUsageChanged || after.isUsageChanged,
    isSessionChanged: before.isSessionChanged || after.isSessionChanged,
    blocked: [...before.blocked, ...after.blocked],
  };
}
