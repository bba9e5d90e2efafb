// Prompts that wait for the current turn.
import type { ContentBlock } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { PromptOptions, TurnResult } from "./session.ts";
import type { TurnLimits } from "./turn-limits.ts";

export interface WaitingPrompt {
  readonly blocks: readonly ContentBlock[];
  readonly signal: AbortSignal | undefined;
  readonly preamble: PromptOptions["preamble"];
  readonly limits: TurnLimits | undefined;
  readonly continues: boolean;
  readonly conclude: PromptOptions["conclude"];
  readonly actor: PromptOptions["actor"];
}

export interface PromptQueueOptions {
  readonly max: number;
  /** Runs one turn to its end. Never rejects. */
  readonly run: (prompt: WaitingPrompt) => Promise<TurnResult>;
  /** Called when the number of waiting prompts changes. */
  readonly onWaiting: (waiting: number) => void;
}

interface Entry extends WaitingPrompt {
  readonly settle: (result: TurnResult) => void;
  readonly detach: () => void;
}

export class PromptQueue {
  readonly #options: PromptQueueOptions;
  #entries: Entry[] = [];
  #isRunning = false;
  /** Settles when no turn is running. */
  idle: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: PromptQueueOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#entries.length;
  }

  add(
    blocks: readonly ContentBlock[],
    { signal, preamble, limits, continues = false, conclude, actor }: PromptOptions,
  ): Promise<TurnResult> {
    if (this.#isClosed) return Promise.reject(closed());
    if (blocks.length === 0) return Promise.reject(usage("A prompt needs at least one block"));
    if (signal?.aborted === true) return Promise.resolve({ stopReason: "cancelled" });
    const { max } = this.#options;
    if (this.#entries.length >= max) {
      return Promise.reject(usage(`${max} prompts are already waiting in this session; try again when some are done`));
    }
    return new Promise((resolve) => {
      const takeOut = (): void => this.#takeOut(entry);
      const entry: Entry = {
        blocks,
        signal,
        preamble,
        limits,
        continues,
        conclude,
        actor,
        settle: resolve,
        detach: () => signal?.removeEventListener("abort", takeOut),
      };
      signal?.addEventListener("abort", takeOut, { once: true });
      this.#entries.push(entry);
      if (this.#isRunning) this.#options.onWaiting(this.#entries.length);
      else this.idle = this.#drain();
    });
  }

  close(): void {
    this.#isClosed = true;
    const entries = this.#entries;
    this.#entries = [];
    for (const entry of entries) {
      entry.detach();
      entry.settle({ error: closed() });
    }
    if (entries.length > 0) this.#options.onWaiting(0);
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    for (
      let entry = this.#entries.shift(), isFirst = true;
      entry !== undefined;
      entry = this.#entries.shift(), isFirst = false
    ) {
      if (!isFirst) this.#options.onWaiting(this.#entries.length);
      entry.detach();
      entry.settle(await this.#options.run(entry));
    }
    this.#isRunning = false;
  }

  #takeOut(entry: Entry): void {
    this.#entries = this.#entries.filter((other) => other !== entry);
    entry.detach();
    entry.settle({ stopReason: "cancelled" });
    this.#options.onWaiting(this.#entries.length);
  }
}

function usage(message: string): ParleyError {
  return new ParleyError({ code: "usage", message });
}

function closed(): ParleyError {
  return new ParleyError({ code: "connection_closed", message: "The prompt was not sent: the session is closed" });
}
