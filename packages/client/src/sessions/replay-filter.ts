// Tells a history that an agent replays while it loads a session from what happens now: the log has the history already.
//
// The protocol wants the history before the answer to `session/load`; some agents send it, or the rest of it, afterwards.
// So until the next prompt is sent, or until it has been still for long, messages and tool calls are history. Updates that say
// what the session is like now (commands, mode, options, usage, title) always count.
import type { SessionUpdate } from "@parley/acp";
import type { Timers } from "@parley/base";

/** `resume`: nothing should be replayed, and what is replayed all the same is no news. `import`: the history is wanted. */
export type Reopening = "resume" | "load" | "import";

const STATE: ReadonlySet<string> = new Set([
  "available_commands_update",
  "current_mode_update",
  "config_option_update",
  "session_info_update",
  "usage_update",
]);

export class ReplayFilter {
  readonly #timers: Timers;
  readonly #lateReplayMs: number;
  #reopening: Reopening | undefined;
  #isAnswered = false;
  #hasReplayed = false;
  /** When the answer came, or the latest piece of history after it. */
  #lastAtMs = 0;

  constructor(timers: Timers, lateReplayMs: number) {
    this.#timers = timers;
    this.#lateReplayMs = lateReplayMs;
  }

  begin(reopening: Reopening): void {
    this.#reopening = reopening;
    this.#isAnswered = false;
    this.#hasReplayed = false;
  }

  /** Some of the history came as updates. */
  get hasReplayed(): boolean {
    return this.#hasReplayed;
  }

  answered(): void {
    this.#isAnswered = true;
    this.#lastAtMs = this.#timers.now();
  }

  end(): void {
    this.#reopening = undefined;
  }

  /** How long it has been still, where more of a history may be on its way. */
  get stillForMs(): number | undefined {
    const mayReplay = this.#reopening === "load" || this.#reopening === "import";
    return mayReplay && this.#isAnswered ? this.#timers.now() - this.#lastAtMs : undefined;
  }

  /** What is history, and not wanted. */
  drops(update: SessionUpdate): boolean {
    if (this.#reopening === undefined || STATE.has(update.sessionUpdate ?? "")) return false;
    this.#hasReplayed = true;
    if (this.#isAnswered) {
      const nowMs = this.#timers.now();
      if (nowMs - this.#lastAtMs > this.#lateReplayMs) {
        this.#reopening = undefined;
        return false;
      }
      this.#lastAtMs = nowMs;
    }
    return this.#reopening !== "import";
  }
}
