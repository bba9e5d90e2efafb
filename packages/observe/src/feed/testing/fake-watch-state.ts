// A state whose sessions are whatever a test says: the feed's input without anything that observes.
import type { FileAction } from "../../extract/observation.ts";
import type { WatchDelta, WatchState } from "../../state/watch-state.ts";
import type { WatchedFile, WatchedSession } from "../../state/watched.ts";

interface MirrorEntry {
  session: WatchedSession;
  readonly files: Map<string, WatchedFile>;
  seq: number;
  readonly changed: Set<string>;
  readonly removed: Set<string>;
  isUsageChanged: boolean;
  isSessionChanged: boolean;
  blocked: WatchedSession["blocked"][number][];
}

export class FakeWatchState implements WatchState {
  readonly #agentId: string;
  readonly #kept = new Map<string, MirrorEntry>();
  #onTick: () => void = () => undefined;

  constructor(agentId: string) {
    this.#agentId = agentId;
  }

  add(): void {
    throw new Error("A fake state observes nothing");
  }

  lost(): void {
    throw new Error("A fake state loses nothing");
  }

  pack(): void {
    throw new Error("A fake state packs nothing");
  }

  get sessions(): readonly WatchedSession[] {
    return Array.from(this.#kept.values(), ({ session }) => session);
  }

  session(sessionId: string): WatchedSession | undefined {
    return this.#kept.get(sessionId)?.session;
  }

  seqOf(sessionId: string): number {
    return this.#kept.get(sessionId)?.seq ?? 0;
  }

  tick(): readonly WatchDelta[] {
    this.#onTick();
    return Array.from(this.#kept.values()).flatMap((kept) => this.#take(kept));
  }

  /** Whoever ticks has then taken what there is now. */
  ticked(): Promise<void> {
    return new Promise((resolve) => {
      this.#onTick = resolve;
    });
  }

  set(sessionId: string, fields: Partial<Omit<WatchedSession, "files" | "usage" | "blocked">>): void {
    const kept = this.#get(sessionId);
    kept.session = { ...kept.session, ...fields };
    kept.isSessionChanged = true;
  }

  use(sessionId: string, usage: WatchedSession["usage"]): void {
    const kept = this.#get(sessionId);
    kept.session = { ...kept.session, usage };
    kept.isUsageChanged = true;
  }

  touch(sessionId: string, path: string, action: FileAction, fields: Partial<WatchedFile> = {}): void {
    const kept = this.#get(sessionId);
    const before = kept.files.get(path);
    const counts = {
      reads: (before?.reads ?? 0) + (action === "write" ? 0 : 1),
      writes: (before?.writes ?? 0) + (action === "write" ? 1 : 0),
    };
    const what = { path, heat: 1, inContext: true, lastAction: action, turnAccessed: kept.session.turn, atMs: 1_000 };
    kept.files.set(path, { ...what, ...counts, ...fields });
    kept.changed.add(path);
    kept.removed.delete(path);
  }

  removeFile(sessionId: string, path: string): void {
    const kept = this.#get(sessionId);
    kept.files.delete(path);
    kept.changed.delete(path);
    kept.removed.add(path);
  }

  block(sessionId: string, path: string, action: "read" | "write", atMs: number, reason = "outside"): void {
    const kept = this.#get(sessionId);
    const entry = { path, action, reason, atMs };
    kept.session = { ...kept.session, blocked: [...kept.session.blocked, entry] };
    kept.blocked.push(entry);
  }

  removeSession(sessionId: string): void {
    this.#kept.delete(sessionId);
  }

  #take(kept: MirrorEntry): WatchDelta[] {
    const { isUsageChanged, isSessionChanged, blocked } = kept;
    if (kept.changed.size + kept.removed.size + blocked.length === 0 && !isUsageChanged && !isSessionChanged) return [];
    kept.seq += 1;
    const { agentId, sessionId } = kept.session;
    const [changed, removed] = [[...kept.changed], [...kept.removed]];
    kept.changed.clear();
    kept.removed.clear();
    kept.isUsageChanged = false;
    kept.isSessionChanged = false;
    kept.blocked = [];
    return [{ agentId, sessionId, seq: kept.seq, changed, removed, isUsageChanged, isSessionChanged, blocked }];
  }

  #get(sessionId: string): MirrorEntry {
    const known = this.#kept.get(sessionId);
    if (known !== undefined) return known;
    const files = new Map<string, WatchedFile>();
    const session: WatchedSession = {
      agentId: this.#agentId,
      sessionId,
      cwd: undefined,
      title: undefined,
      turn: 0,
      isRunning: false,
      lastStopReason: undefined,
      files,
      toolCalls: [],
      toolCounts: {},
      time: { modelMs: 0, toolsMs: 0, permissionMs: 0 },
      firstTokenMs: undefined,
      usage: undefined,
      plan: undefined,
      blocked: [],
      unasked: [],
      oddities: 0,
      dropped: 0,
    };
    const kept: MirrorEntry = {
      session,
      files,
      seq: 0,
      changed: new Set(),
      removed: new Set(),
      isUsageChanged: false,
      isSessionChanged: true,
      blocked: [],
    };
    this.#kept.set(sessionId, kept);
    return kept;
  }
}
