// The state of one agent's sessions, built from observations.
import type { Observation } from "../extract/observation.ts";
import { CHANGED_PER_TICK_MAX, CONTEXT_TURNS, WATCHED_FILES_MAX, WATCHED_SESSIONS_MAX } from "../limits.ts";
import { SessionState } from "./session-state.ts";
import type { WatchDelta, WatchState } from "./watch-state.ts";
import type { WatchedSession } from "./watched.ts";

export interface WatchStateOptions {
  readonly agentId: string;
  /** A file leaves the context when it was not touched for more turns than this. */
  readonly contextTurns?: number | undefined;
  /** Folders whose files are not shown when they are only read or found. */
  readonly ignoredSegments?: readonly string[] | undefined;
  readonly filesMax?: number | undefined;
  readonly sessionsMax?: number | undefined;
  readonly changedPerTickMax?: number | undefined;
}

export const IGNORED_SEGMENTS: readonly string[] = [".git", "node_modules"];
const IGNORED: ReadonlySet<string> = new Set(IGNORED_SEGMENTS);

export function createWatchState(options: WatchStateOptions): WatchState {
  return new AgentState(options);
}

class AgentState implements WatchState {
  readonly #options: WatchStateOptions;
  readonly #ignoredSegments: ReadonlySet<string>;
  readonly #sessions = new Map<string, SessionState>();
  /** Observations without a session are attributed to the most recent one. */
  #latest: SessionState | undefined;
  #droppedBefore = 0;

  constructor(options: WatchStateOptions) {
    this.#options = options;
    const { ignoredSegments } = options;
    this.#ignoredSegments = ignoredSegments === undefined ? IGNORED : new Set(ignoredSegments);
  }

  get sessions(): readonly WatchedSession[] {
    return [...this.#sessions.values()].map((session) => session.view());
  }

  session(sessionId: string): WatchedSession | undefined {
    return this.#sessions.get(sessionId)?.view();
  }

  seqOf(sessionId: string): number {
    return this.#sessions.get(sessionId)?.seq ?? 0;
  }

  add(observation: Observation): void {
    const { sessionId } = observation;
    if (sessionId === undefined) {
      this.#latest?.add(observation);
      return;
    }
    const session = this.#sessions.get(sessionId) ?? this.#open(sessionId);
    this.#latest = session;
    session.add(observation);
  }

  lost(count: number): void {
    if (this.#latest === undefined) this.#droppedBefore += count;
    else this.#latest.drop(count);
  }

  tick(nowMs: number): readonly WatchDelta[] {
    const deltas: WatchDelta[] = [];
    for (const session of this.#sessions.values()) {
      const delta = session.tick(nowMs);
      if (delta !== undefined) deltas.push(delta);
    }
    return deltas;
  }

  pack(): void {
    for (const session of this.#sessions.values()) session.pack();
  }

  #open(sessionId: string): SessionState {
    const { agentId, contextTurns, filesMax, changedPerTickMax } = this.#options;
    const session = new SessionState({
      agentId,
      sessionId,
      contextTurns: contextTurns ?? CONTEXT_TURNS,
      filesMax: filesMax ?? WATCHED_FILES_MAX,
      changedPerTickMax: changedPerTickMax ?? CHANGED_PER_TICK_MAX,
      ignoredSegments: this.#ignoredSegments,
    });
    if (this.#droppedBefore > 0) session.drop(this.#droppedBefore);
    this.#droppedBefore = 0;
    this.#makeRoom();
    this.#sessions.set(sessionId, session);
    return session;
  }

  /** The least recently active one is removed; running ones last. */
  #makeRoom(): void {
    if (this.#sessions.size < (this.#options.sessionsMax ?? WATCHED_SESSIONS_MAX)) return;
    const ranked = [...this.#sessions].toSorted(
      ([, a], [, b]) => Number(a.isRunning) - Number(b.isRunning) || a.lastAtMs - b.lastAtMs,
    );
    const [quietest] = ranked;
    if (quietest !== undefined) this.#sessions.delete(quietest[0]);
  }
}
