// Terminals for tests: `echo` prints and exits, `false` exits with 1, anything else runs until it is killed.
import { createDeferred, type Deferred } from "./deferred.ts";

interface Exit {
  exitCode: number | null;
  signal: string | null;
}

interface PretendTerminal {
  output: string;
  readonly exit: Deferred<Exit>;
}

export class PretendTerminals {
  readonly #running = new Map<string, PretendTerminal>();
  /** Every command that was ever started, with its arguments. */
  readonly started: string[][] = [];
  readonly killed: string[] = [];

  /** Terminals that were not released. */
  get open(): number {
    return this.#running.size;
  }

  create(command: string, args: readonly string[]): string {
    const terminalId = `terminal-${this.started.length + 1}`;
    this.started.push([command, ...args]);
    this.#running.set(terminalId, { output: "", exit: createDeferred() });
    if (command === "echo") this.finish(terminalId, `${args.join(" ")}\n`, 0);
    else if (command === "false") this.finish(terminalId, "", 1);
    return terminalId;
  }

  finish(terminalId: string, output: string, exitCode: number): void {
    const terminal = this.#get(terminalId);
    terminal.output = output;
    terminal.exit.resolve({ exitCode, signal: null });
  }

  output(terminalId: string): { output: string; truncated: boolean } {
    return { output: this.#get(terminalId).output, truncated: false };
  }

  exit(terminalId: string): Promise<Exit> {
    return this.#get(terminalId).exit.promise;
  }

  kill(terminalId: string): void {
    this.killed.push(terminalId);
    this.#get(terminalId).exit.resolve({ exitCode: null, signal: "SIGTERM" });
  }

  release(terminalId: string): void {
    this.kill(terminalId);
    this.killed.pop();
    this.#running.delete(terminalId);
  }

  #get(terminalId: string): PretendTerminal {
    const terminal = this.#running.get(terminalId);
    if (terminal === undefined) throw new Error(`Terminal ${terminalId} not found`);
    return terminal;
  }
}
