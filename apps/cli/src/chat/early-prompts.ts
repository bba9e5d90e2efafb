// Prompts that were submitted before the session was open, or while another one is being opened in its place.
import type { PromptingOptions } from "./commands/command.ts";

interface EarlyPrompt {
  readonly text: string;
  readonly options: PromptingOptions;
}

export class EarlyPrompts {
  readonly #send: (text: string, options: PromptingOptions) => void;
  #waiting: readonly EarlyPrompt[] = [];
  #isSwitching = false;

  constructor(send: (text: string, options: PromptingOptions) => void) {
    this.#send = send;
  }

  get texts(): readonly string[] {
    return this.#waiting.map(({ text }) => text);
  }

  /** Another session is being opened in place of the one that is shown. */
  get isSwitching(): boolean {
    return this.#isSwitching;
  }

  add(text: string, options: PromptingOptions = {}): void {
    this.#waiting = [...this.#waiting, { text, options }];
  }

  /** What is typed meanwhile is for the session that is being opened. */
  async during(open: () => Promise<void>): Promise<void> {
    this.#isSwitching = true;
    try {
      await open();
    } finally {
      this.#isSwitching = false;
      this.sendAll();
    }
  }

  /** Unless another session is being opened. */
  sendAll(): void {
    if (this.#isSwitching) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { text, options } of waiting) this.#send(text, options);
  }
}
