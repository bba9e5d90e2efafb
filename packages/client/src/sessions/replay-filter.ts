// Separates the history that an agent replays while it loads a session from new messages: the log already has the history.
//
// The protocol requires the history before the response to `session/load`; some agents send some of it afterwards.
// So until the next prompt is sent, or after a long pause, messages and tool calls are history. Updates about
// the current state (commands, mode, options, usage, title) always count.
import type { SessionUpdate } from "@parley/acp";
import type { Timers } from "@parley/base";

/** `resume`: nothing should be replayed, and what is replayed anyway is dropped. `import`: the history is recorded. */
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
  /** Time of the response, or of the latest piece of history after it. */
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

  /** Some of the history arrived as updates. */
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

  /** Time since the last piece of history, if more may follow. */
  get stillForMs(): number | undefined {
    const mayReplay = this.#reopening === "load" || this.#reopening === "import";
    return mayReplay && this.#isAnswered ? this.#timers.now() - this.#lastAtMs : undefined;
  }

  /** Whether the update is history that is already in the log. */
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
