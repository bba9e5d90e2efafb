// Prompts that were submitted before the session was open, or while another session or agent is taking its place.
import type { PromptingOptions } from "./commands/command.ts";

interface EarlyPrompt {
  readonly text: string;
  readonly options: PromptingOptions;
}

export class EarlyPrompts {
  readonly #send: (text: string, options: PromptingOptions) => void;
  #waiting: readonly EarlyPrompt[] = [];
  #switching = 0;

  constructor(send: (text: string, options: PromptingOptions) => void) {
    this.#send = send;
  }

  get texts(): readonly string[] {
    return this.#waiting.map(({ text }) => text);
  }

  /** Another session or agent is replacing the current one. */
  get isSwitching(): boolean {
    return this.#switching > 0;
  }

  add(text: string, options: PromptingOptions = {}): void {
    this.#waiting = [...this.#waiting, { text, options }];
  }

  /** Prompts typed meanwhile are for the new session or agent. */
  async during(open: () => Promise<void>): Promise<void> {
    this.#switching += 1;
    try {
      await open();
    } finally {
      this.#switching -= 1;
      this.sendAll();
    }
  }

  /** Unless another session is being opened. */
  sendAll(): void {
    if (this.isSwitching) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { text, options } of waiting) this.#send(text, options);
  }
}
