// A session that is busy all the time: reads, writes, runs tests, gets stuck, goes on. For looking at what shows it.
import type { WatchedSession, WatchedToolCall } from "../../state/watched.ts";
import type { FakeWatchState } from "./fake-watch-state.ts";

export interface LivelyOptions {
  readonly state: FakeWatchState;
  readonly sessionId: string;
  readonly title: string;
  readonly cwd: string;
  /** The same seed plays the same session. */
  readonly seed: number;
  readonly nowMs: () => number;
  /** Ends after so many turns; goes on for ever unless given. */
  readonly turns?: number | undefined;
}

const FOLDERS = [
  "src/scheduler",
  "src/queue",
  "src/http/routes",
  "src",
  "test/scheduler",
  "docs",
  "packages/clock/src",
];
const NAMES = ["queue.ts", "clock.ts", "retry.ts", "index.ts", "worker.ts", "deadline.ts", "limits.ts", "README.md"];
const COMMANDS = ["npm test -- scheduler", "git diff --stat", "npx tsc --noEmit", "rg -n 'setTimeout' src"];
const DECAY = 0.95;
const COLD = 0.01;

export class LivelySession {
  readonly #options: LivelyOptions;
  #random: number;
  #turn = 0;
  #calls: WatchedToolCall[] = [];
  #counts: Record<string, number> = {};
  #time = { modelMs: 0, toolsMs: 0, permissionMs: 0 };
  #unasked: WatchedSession["unasked"][number][] = [];
  #used = 18_000;
  #cost = 0.04;
  #done = 0;
  #step = 0;
  #lastMs: number;

  constructor(options: LivelyOptions) {
    this.#options = options;
    this.#random = options.seed;
    this.#lastMs = options.nowMs();
    const { state, sessionId, title, cwd } = options;
    state.set(sessionId, { title, cwd, isRunning: true, turn: 1, firstTokenMs: 840, plan: { done: 0, total: 7 } });
    this.#turn = 1;
  }

  /** Called some ten times a second. */
  play(): void {
    const { state, sessionId, nowMs } = this.#options;
    const now = nowMs();
    const passed = now - this.#lastMs;
    this.#lastMs = now;
    this.#step += 1;
    this.#cool();
    const running = this.#calls.find(({ endedAtMs }) => endedAtMs === undefined);
    const isRunning = state.session(sessionId)?.isRunning === true;
    if (!isRunning) {
      if (this.#step % 40 === 0 && (this.#options.turns ?? Infinity) > this.#turn) this.#beginTurn();
      return;
    }
    if (running === undefined) this.#time.modelMs += passed;
    else if (running.status === "pending") this.#time.permissionMs += passed;
    else this.#time.toolsMs += passed;
    if (running !== undefined && this.#chance(running.kind === "execute" ? 0.03 : 0.25)) this.#endCall(running);
    else if (running === undefined && this.#chance(0.2)) this.#beginCall();
    if (this.#chance(0.004)) this.#block();
    if (this.#chance(0.004)) this.#actUnasked();
    if (this.#chance(0.1)) this.#use();
    if (this.#chance(0.008)) this.#endTurn();
    this.#tell();
  }

  #beginTurn(): void {
    const { state, sessionId } = this.#options;
    this.#turn += 1;
    this.#done = 0;
    state.set(sessionId, {
      isRunning: true,
      turn: this.#turn,
      lastStopReason: undefined,
      firstTokenMs: 400 + this.#next(900),
    });
  }

  #endTurn(): void {
    const { state, sessionId, nowMs } = this.#options;
    const endedAtMs = nowMs();
    this.#calls = this.#calls.map((call) => ({ ...call, status: "completed", endedAtMs: call.endedAtMs ?? endedAtMs }));
    state.set(sessionId, { isRunning: false, lastStopReason: "end_turn", plan: { done: 7, total: 7 } });
    for (const file of state.session(sessionId)?.files.values() ?? []) {
      if (this.#turn - file.turnAccessed > 1)
        state.touch(sessionId, file.path, file.lastAction, { ...file, inContext: false });
    }
  }

  #beginCall(): void {
    const path = this.#path();
    const roll = this.#next(10);
    const [kind, title] =
      roll < 5
        ? ["read", `Read ${path}`]
        : roll < 8
          ? ["edit", `Edit ${path}`]
          : roll < 9
            ? ["search", "Search setTimeout"]
            : ["execute", this.#pick(COMMANDS)];
    const status = kind === "edit" && this.#chance(0.3) ? "pending" : "in_progress";
    const startedAtMs = this.#options.nowMs();
    this.#calls = [...this.#calls, { toolCallId: `c${this.#step}`, title, kind, status, startedAtMs }].slice(-40);
    this.#counts[kind] = (this.#counts[kind] ?? 0) + 1;
    if (kind === "execute") return;
    const count = kind === "search" ? 4 : 1;
    for (let index = 0; index < count; index += 1) this.#touch(index === 0 ? path : this.#path(), kind);
  }

  #touch(path: string, kind: string): void {
    const { state, sessionId, nowMs } = this.#options;
    const action = kind === "edit" ? "write" : kind === "search" ? "search" : "read";
    state.touch(sessionId, path, action, { atMs: nowMs(), turnAccessed: this.#turn });
  }

  #endCall(call: WatchedToolCall): void {
    const status = this.#chance(0.12) ? "failed" : "completed";
    const ended = { ...call, status, endedAtMs: this.#options.nowMs() };
    this.#calls = this.#calls.map((each) => (each === call ? ended : each));
    if (call.kind === "edit" && this.#done < 7 && this.#chance(0.4)) this.#done += 1;
  }

  #block(): void {
    const { state, sessionId, nowMs } = this.#options;
    state.block(
      sessionId,
      this.#pick([".env", "/etc/hosts", "infra/secrets.yaml"]),
      "write",
      nowMs(),
      "outside the zone src/**",
    );
  }

  #actUnasked(): void {
    const path = this.#path();
    this.#unasked = [...this.#unasked, { what: `changed ${path}`, path, atMs: this.#options.nowMs() }].slice(-20);
  }

  #use(): void {
    this.#used += this.#next(2_500);
    this.#cost += this.#next(300) / 10_000;
    if (this.#used > 190_000) this.#used = 42_000;
    const cost = { amount: this.#cost, currency: "USD" };
    this.#options.state.use(this.#options.sessionId, { used: this.#used, size: 200_000, cost });
  }

  #tell(): void {
    const { state, sessionId } = this.#options;
    const counts = { toolCalls: this.#calls, toolCounts: { ...this.#counts }, time: { ...this.#time } };
    if (state.session(sessionId)?.isRunning !== true) return;
    state.set(sessionId, {
      ...counts,
      unasked: this.#unasked,
      isAsking: this.#calls.some(({ status }) => status === "pending"),
      plan: { done: this.#done, total: 7 },
    });
  }

  #cool(): void {
    const { state, sessionId } = this.#options;
    for (const file of state.session(sessionId)?.files.values() ?? []) {
      if (file.inContext && this.#turn - file.turnAccessed <= 1) continue;
      const heat = file.heat * DECAY;
      if (heat <= COLD) state.removeFile(sessionId, file.path);
      else state.touch(sessionId, file.path, file.lastAction, { ...file, heat });
    }
  }

  #path(): string {
    return `${this.#pick(FOLDERS)}/${this.#pick(NAMES)}`;
  }

  #pick(from: readonly string[]): string {
    return from[this.#next(from.length)] ?? "";
  }

  #chance(share: number): boolean {
    return this.#next(10_000) < share * 10_000;
  }

  #next(below: number): number {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#random / 2 ** 32) * below);
  }
}
