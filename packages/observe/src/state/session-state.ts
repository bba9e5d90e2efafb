// The state that results from one session's observations.
import type { FileAction, Observation } from "../extract/observation.ts";
import { isWindowsFolder, toWorkspacePath } from "../extract/workspace-path.ts";
import { FileHeat, type FileHeatOptions } from "./file-heat.ts";
import { BLOCKED_MAX, COMPACTED_SHARE, UNASKED_MAX } from "../limits.ts";
import { TimeAccount } from "./time-account.ts";
import { ToolLog } from "./tool-log.ts";
import type { WatchDelta } from "./watch-state.ts";
import type { WatchedSession } from "./watched.ts";

export interface SessionStateOptions extends Omit<FileHeatOptions, "ignoresCase"> {
  readonly agentId: string;
  readonly sessionId: string;
  readonly ignoredSegments: ReadonlySet<string>;
}

type Of<T extends Observation["type"]> = Extract<Observation, { type: T }>;
type Listeners = { readonly [T in Observation["type"]]: (state: SessionState, said: Of<T>) => void };

export class SessionState {
  /** Shared by all sessions, because hundreds of them are kept. */
  static readonly #on: Listeners = {
    session_opened: (state, { cwd }) => state.#open(cwd),
    session_closed: (state, said) => state.#close(said),
    turn_started: (state, { requestId, atMs }) => state.#time.beginTurn(requestId, atMs),
    turn_ended: (state, said) => state.#endTurn(said),
    output: (state, { atMs }) => state.#time.output(atMs),
    file: (state, said) => state.#access(said),
    tool_call: (state, said) => state.#callTool(said),
    permission_asked: (state, { requestId, atMs }) => state.#time.question(requestId, true, atMs),
    permission_answered: (state, { requestId, atMs }) => state.#time.question(requestId, false, atMs),
    // Files that it touches have their own observations.
    terminal: () => undefined,
    usage: (state, said) => state.#use(said),
    compacted: (state, { atMs }) => state.#files.leaveAll(atMs),
    plan: (state, { done, total }) => void (state.#plan = { done, total }),
    title: (state, { title }) => void (state.#title = title),
    blocked: (state, said) => state.#block(said),
    unasked: (state, { what, path, atMs }) =>
      push(state.#unasked, { what, path: state.#place(path), atMs }, UNASKED_MAX),
    oddity: (state) => void (state.#oddities += 1),
  };

  readonly #options: SessionStateOptions;
  #files: FileHeat;
  readonly #time = new TimeAccount();
  readonly #tools = new ToolLog();
  readonly #blocked: WatchedSession["blocked"][number][] = [];
  readonly #unasked: WatchedSession["unasked"][number][] = [];
  #blockedSinceTick: WatchedSession["blocked"][number][] = [];
  #cwd: string | undefined;
  #title: string | undefined;
  #turn = 0;
  #lastStopReason: string | undefined;
  #usage: WatchedSession["usage"];
  #plan: WatchedSession["plan"];
  #oddities = 0;
  #dropped = 0;
  #seq = 0;
  #isUsageChanged = false;
  #isChanged = false;
  #lastAtMs = 0;

  constructor(options: SessionStateOptions) {
    this.#options = options;
    this.#files = new FileHeat({ ...options, ignoresCase: false });
  }

  get seq(): number {
    return this.#seq;
  }

  get lastAtMs(): number {
    return this.#lastAtMs;
  }

  get isRunning(): boolean {
    return this.#time.isRunning;
  }

  /** Reduces memory until the next observation. */
  pack(): void {
    if (!this.isRunning) this.#tools.pack();
  }

  drop(count: number): void {
    this.#dropped += count;
    this.#isChanged = true;
  }

  add(said: Observation): void {
    this.#lastAtMs = Math.max(this.#lastAtMs, said.atMs);
    if (said.type !== "file" && said.type !== "usage" && said.type !== "output") this.#isChanged = true;
    // For each type, the table has its handler.
    const on = SessionState.#on[said.type] as (state: SessionState, said: Observation) => void;
    on(this, said);
  }

  tick(nowMs: number): WatchDelta | undefined {
    this.#time.advance(nowMs);
    const { changed, removed } = this.#files.tick(nowMs);
    const isUsageChanged = this.#isUsageChanged;
    const isSessionChanged = this.#isChanged;
    const blocked = this.#blockedSinceTick;
    const isEmpty = changed.length + removed.length + blocked.length === 0 && !isUsageChanged && !isSessionChanged;
    if (isEmpty) return undefined;
    [this.#isUsageChanged, this.#isChanged, this.#blockedSinceTick] = [false, false, []];
    this.#seq += 1;
    const { agentId, sessionId } = this.#options;
    return { agentId, sessionId, seq: this.#seq, changed, removed, isUsageChanged, isSessionChanged, blocked };
  }

  /** Plain data; its maps and lists may be live. */
  view(): WatchedSession {
    return {
      agentId: this.#options.agentId,
      sessionId: this.#options.sessionId,
      cwd: this.#cwd,
      title: this.#title,
      turn: this.#turn,
      isRunning: this.#time.isRunning,
      lastStopReason: this.#lastStopReason,
      files: this.#files.live,
      coldFiles: this.#files.cold,
      toolCalls: this.#tools.latest,
      toolCounts: this.#tools.counts,
      time: this.#time.spent,
      firstTokenMs: this.#time.firstTokenMs,
      isAsking: this.#time.isAsking,
      usage: this.#usage,
      plan: this.#plan,
      blocked: this.#blocked,
      unasked: this.#unasked,
      oddities: this.#oddities,
      dropped: this.#dropped,
    };
  }

  #close({ atMs }: Of<"session_closed">): void {
    this.#endTurns(undefined, atMs);
    this.#files.leaveAll(atMs);
  }

  #endTurn({ requestId, stopReason, error, atMs }: Of<"turn_ended">): void {
    this.#turn += 1;
    this.#lastStopReason = stopReason ?? (error === undefined ? undefined : "error");
    this.#endTurns(requestId, atMs);
    this.#files.endTurn(this.#turn, atMs);
  }

  #callTool(said: Of<"tool_call">): void {
    this.#time.output(said.atMs);
    this.#time.tool(said.toolCallId, this.#tools.add(said), said.atMs);
  }

  /** Files that were named before the folder was known keep their names. */
  #open(cwd: string | undefined): void {
    if (cwd === undefined || cwd === this.#cwd) return;
    this.#cwd = cwd;
    if (this.#files.live.size === 0) {
      this.#files = new FileHeat({ ...this.#options, ignoresCase: isWindowsFolder(cwd) });
    }
  }

  #endTurns(requestId: string | undefined, atMs: number): void {
    if (this.#time.endTurn(requestId, atMs)) this.#tools.endAll(atMs);
  }

  #access({ path: named, action, atMs, toolCallId }: Of<"file">): void {
    const path = this.#place(named);
    if (path === undefined || path === "." || this.#isIgnored(path, action)) return;
    this.#files.access({ path, action, atMs, turn: this.#turn, toolCallId });
  }

  #use({ used, size, cost, atMs }: Of<"usage">): void {
    const before = this.#usage?.used ?? 0;
    if (before > 0 && used <= before * COMPACTED_SHARE) this.#files.leaveAll(atMs);
    this.#usage = { used, size, ...((cost ?? this.#usage?.cost) && { cost: cost ?? this.#usage?.cost }) };
    this.#isUsageChanged = true;
  }

  #block({ path: named, action, reason, atMs }: Of<"blocked">): void {
    const path = this.#place(named) ?? named;
    const entry = { path, action, reason, atMs };
    push(this.#blocked, entry, BLOCKED_MAX);
    push(this.#blockedSinceTick, entry, BLOCKED_MAX);
    this.#files.access({ path, action: "blocked", atMs, turn: this.#turn });
  }

  #place(path: string | undefined): string | undefined {
    return path === undefined ? undefined : toWorkspacePath(this.#cwd, path);
  }

  /** Files that are written, or mentioned by the user, are always shown. */
  #isIgnored(path: string, action: FileAction): boolean {
    if (action !== "read" && action !== "search") return false;
    return path.split("/").some((segment) => this.#options.ignoredSegments.has(segment));
  }
}

/** The oldest is removed. */
function push<T>(list: T[], item: T, max: number): void {
  list.push(item);
  if (list.length > max) list.shift();
}
