// One terminal from its start to its release.
import { createId, ParleyError, within } from "@parley/base";
import { endTree } from "../processes/end-tree.ts";
import type { ExitStatus } from "../processes/start-child.ts";
import { EXIT_REPORT_MS } from "../limits.ts";
import type { KeptOutput, OutputText } from "./kept-output.ts";
import type { Listeners } from "./listeners.ts";
import type { OnOutput, PtyControls, PtySize, TerminalSource } from "./source.ts";
import type { Terminal, TerminalOutput } from "./terminal.ts";

interface Parts {
  readonly source: TerminalSource;
  readonly notice: string | undefined;
  readonly output: KeptOutput;
  readonly listeners: Listeners;
  readonly graceMs: number | undefined;
}

export class RunningTerminal implements Terminal {
  readonly id: string = createId();
  readonly notice: string | undefined;
  readonly #source: TerminalSource;
  readonly #output: KeptOutput;
  readonly #listeners: Listeners;
  readonly #graceMs: number | undefined;
  readonly #exited: Promise<ExitStatus>;
  #settle: (status: ExitStatus) => void = () => undefined;
  #exitStatus: ExitStatus | undefined;
  #released: Promise<void> | undefined;

  constructor({ source, notice, output, listeners, graceMs }: Parts) {
    this.#source = source;
    this.notice = notice;
    this.#output = output;
    this.#listeners = listeners;
    this.#graceMs = graceMs;
    this.#exited = new Promise((resolve) => {
      this.#settle = (status) => {
        this.#exitStatus ??= status;
        resolve(this.#exitStatus);
      };
    });
    void source.exited.then(this.#settle);
  }

  get pid(): number {
    return this.#source.tree.pid;
  }

  get kind(): "pipes" | "pty" {
    return this.#source.kind;
  }

  output(): TerminalOutput {
    this.#check();
    return this.#withExit(this.#output.raw());
  }

  plainOutput(): TerminalOutput {
    this.#check();
    return this.#withExit(this.#output.plain());
  }

  screen(): OutputText {
    this.#check();
    return this.#output.screen();
  }

  async waitForExit(): Promise<ExitStatus> {
    this.#check();
    return this.#exited;
  }

  onData(listener: OnOutput): () => void {
    this.#check();
    return this.#listeners.add(listener);
  }

  write(data: string): void {
    this.#controls().write(data);
  }

  resize(size: PtySize): void {
    this.#controls().resize(size);
  }

  async kill(): Promise<void> {
    this.#check();
    await this.#end();
  }

  release(): Promise<void> {
    this.#released ??= this.#forget();
    return this.#released;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.release();
  }

  async #forget(): Promise<void> {
    this.#listeners.clear();
    await this.#end();
    this.#source.close();
    this.#output.clear();
  }

  async #end(): Promise<void> {
    await endTree(this.#source.tree, { hangUp: this.kind === "pty", graceMs: this.#graceMs });
    const status = await within(this.#exited, EXIT_REPORT_MS);
    // It cannot be ended at all, so it is no longer awaited.
    if (status === undefined) this.#settle({ exitCode: null, signal: null });
  }

  #controls(): PtyControls {
    this.#check();
    const { pty } = this.#source;
    if (pty === undefined) {
      throw new ParleyError({ code: "usage", message: "Only a pseudo-terminal accepts input and can be resized" });
    }
    if (this.#exitStatus === undefined) return pty;
    throw new ParleyError({ code: "terminal_gone", message: "The program in this terminal has exited" });
  }

  #withExit(text: OutputText): TerminalOutput {
    return this.#exitStatus === undefined ? text : { ...text, exitStatus: this.#exitStatus };
  }

  #check(): void {
    if (this.#released === undefined) return;
    throw new ParleyError({ code: "terminal_gone", message: `Terminal ${this.id} was released` });
  }
}
