// Asks the user line by line on stderr, so that stdout contains only the answer.
import { closeSync, openSync } from "node:fs";
import { createInterface, type Interface } from "node:readline";
import { ReadStream } from "node:tty";

export interface TerminalLines {
  say(text: string): void;
  /** The answer, or undefined if the input ended or the signal aborted. */
  ask(prompt: string, signal?: AbortSignal): Promise<string | undefined>;
  close(): void;
}

/** Undefined without a terminal. If the prompt was piped in, questions are still answered on the controlling terminal. */
export function openTerminalLines(): TerminalLines | undefined {
  if (!process.stderr.isTTY) return undefined;
  if (process.stdin.isTTY) return new Lines(process.stdin);
  const input = openControllingTerminal();
  return input === undefined ? undefined : new Lines(input);
}

function openControllingTerminal(): ReadStream | undefined {
  let fd: number;
  try {
    fd = openSync("/dev/tty", "r");
  } catch {
    return undefined; // The process has no controlling terminal.
  }
  try {
    return new ReadStream(fd);
  } catch {
    closeSync(fd);
    return undefined; // The device is not a terminal after all.
  }
}

class Lines implements TerminalLines {
  readonly #input: ReadStream;
  #readline: Interface | undefined;

  constructor(input: ReadStream) {
    this.#input = input;
  }

  say(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  ask(prompt: string, signal?: AbortSignal): Promise<string | undefined> {
    if (signal?.aborted === true) return Promise.resolve(undefined);
    // Only one question reads the terminal at a time; between questions other readers may use it.
    this.#readline?.close();
    const readline = createInterface({ input: this.#input, output: process.stderr });
    this.#readline = readline;
    return new Promise((resolve) => {
      const end = (answer: string | undefined): void => {
        // The promise is resolved first, because closing resolves it without an answer.
        resolve(answer);
        signal?.removeEventListener("abort", giveUp);
        readline.close();
      };
      const giveUp = (): void => {
        process.stderr.write("\n");
        end(undefined);
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      readline.once("line", end);
      readline.once("close", () => end(undefined));
      // Readline intercepts Ctrl-C, which is meant for the whole program.
      readline.once("SIGINT", () => {
        giveUp();
        process.kill(process.pid, "SIGINT");
      });
      readline.setPrompt(prompt);
      readline.prompt();
    });
  }

  close(): void {
    this.#readline?.close();
    if (this.#input !== process.stdin) this.#input.destroy();
    else process.stdin.pause();
  }
}
