// Lines from a person: what is typed while nobody asks waits its turn, Ctrl-C is told apart from the end of input.
import { createInterface, type Interface } from "node:readline";

const TYPED_AHEAD_MAX = 100;

export class TerminalInput {
  readonly #readline: Interface;
  readonly #typedAhead: string[] = [];
  #waiting: ((line: string | undefined) => void) | undefined;
  #over = false;

  constructor(onInterrupt: () => void) {
    this.#readline = createInterface({ input: process.stdin, output: process.stdout });
    this.#readline.on("SIGINT", onInterrupt);
    this.#readline.on("line", (line) => {
      if (this.#waiting !== undefined) this.#answer(line);
      else if (this.#typedAhead.length < TYPED_AHEAD_MAX) this.#typedAhead.push(line);
    });
    this.#readline.on("close", () => {
      this.#over = true;
      this.#answer(undefined);
    });
  }

  /** The next line, or undefined when the input is over or the question was given up. */
  ask(prompt: string, signal?: AbortSignal): Promise<string | undefined> {
    const ready = this.#typedAhead.shift();
    if (ready !== undefined) return Promise.resolve(ready);
    if (this.#over || signal?.aborted === true) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#waiting = resolve;
      signal?.addEventListener("abort", () => this.#answer(undefined), { once: true });
      this.#readline.setPrompt(prompt);
      this.#readline.prompt();
    });
  }

  close(): void {
    this.#readline.close();
  }

  #answer(line: string | undefined): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.(line);
  }
}
