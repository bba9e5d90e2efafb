// The observed state of one session, and its viewers.
import type { Log } from "@parley/base";
import {
  createWatchState,
  toChange,
  toWholeSession,
  type Observation,
  type WatchDelta,
  type WatchedSession,
} from "@parley/observe";
import type { KeptFrame } from "./kept-frame.ts";
import { FILES_MAX, VIEW_FILES_MAX } from "../limits.ts";
import { TraceRing } from "./trace-ring.ts";
import type { SessionView, SessionViewChange, Viewer } from "../api/views.ts";

/** What the hub knows about it. */
export interface SessionAbout {
  readonly agent: string;
  readonly title: string;
  readonly cwd: string;
}

export interface SessionWatchOptions {
  readonly sessionId: string;
  /** Undefined while the session is not in memory. */
  readonly about: () => SessionAbout | undefined;
  readonly atMs: number;
  readonly log: Log;
}

export class SessionWatch {
  readonly sessionId: string;
  readonly trace = new TraceRing(() => this.#state.pack());
  readonly viewers = new Set<Viewer>();
  readonly #options: SessionWatchOptions;
  readonly #state = createWatchState({ agentId: "", sessionsMax: 1, filesMax: FILES_MAX });
  #about: SessionAbout = { agent: "", title: "", cwd: "" };
  /** Changes may be pending. */
  #isActive = true;
  /** Whether anything was observed. */
  isSeen = false;
  lastAtMs: number;

  constructor(options: SessionWatchOptions) {
    const { sessionId, about, atMs } = options;
    this.sessionId = sessionId;
    this.#options = options;
    this.lastAtMs = atMs;
    const { cwd } = (this.#about = about() ?? this.#about);
    this.#state.add({ type: "session_opened", sessionId, cwd, how: "new", atMs });
  }

  get seq(): number {
    return this.#state.seqOf(this.sessionId);
  }

  get agent(): string {
    return this.#look().agent;
  }

  /** First frames of the connection or the session. */
  begin(frame: KeptFrame, observations: readonly Observation[] = []): void {
    this.trace.begin(frame);
    this.see(observations, frame.atMs);
  }

  add(frame: KeptFrame, observations: readonly Observation[]): void {
    this.trace.add(frame);
    this.see(observations, frame.atMs);
  }

  see(observations: readonly Observation[], atMs: number): void {
    this.lastAtMs = atMs;
    this.isSeen = true;
    if (observations.length === 0) return;
    this.#isActive = true;
    const { sessionId } = this;
    // Observations without a session belong to the connection.
    for (const said of observations) if (said.sessionId !== undefined) this.#state.add({ ...said, sessionId });
  }

  /** Undefined without changes. */
  tick(nowMs: number): WatchDelta | undefined {
    if (!this.#isActive) return undefined;
    const [delta] = this.#state.tick(nowMs);
    // Cooling files change with every tick until they are cold.
    this.#isActive = delta !== undefined;
    return delta && { ...delta, agentId: this.agent };
  }

  /** Plain data, live. */
  watched(): WatchedSession {
    const watched = this.#state.session(this.sessionId);
    if (watched === undefined) throw new Error("A session is there from the beginning of its watch");
    const { agent, title } = this.#look();
    return { ...watched, agentId: agent, title: watched.title ?? title };
  }

  view(): SessionView {
    const whole = toWholeSession(this.watched(), this.seq);
    return { ...whole, files: whole.files.slice(-VIEW_FILES_MAX) };
  }

  /** Sends a change to all viewers. */
  tell(delta: WatchDelta): void {
    if (this.viewers.size === 0) return;
    const change = toChange(this.watched(), delta);
    for (const viewer of this.viewers) this.show(viewer, change);
  }

  /** A failing viewer is removed. */
  show(viewer: Viewer, message: SessionView | SessionViewChange): void {
    try {
      viewer.view(message);
    } catch (cause) {
      this.viewers.delete(viewer);
      this.#options.log.write("warn", "A viewer of a session failed", { sessionId: this.sessionId, cause });
    }
  }

  end(reason: "deleted" | "closed"): void {
    for (const viewer of this.viewers) {
      try {
        viewer.ended(reason);
      } catch (cause) {
        this.#options.log.write("warn", "A viewer of a session failed", { sessionId: this.sessionId, cause });
      }
    }
    this.viewers.clear();
  }

  #look(): SessionAbout {
    this.#about = this.#options.about() ?? this.#about;
    return this.#about;
  }
}
