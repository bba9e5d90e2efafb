// A terminal that runs for an agent, as other surfaces see it: they can watch it, type into it and end it.
import type { EventActor, TerminalEvent } from "@parley/acp";
import type { PtySize, Terminal } from "@parley/machine";
import type { SessionScope } from "../feature.ts";
import { InputRecord } from "./input-record.ts";

export type TerminalExit = NonNullable<TerminalEvent["exit"]>;

/** The raw output with control sequences; lines end with CR LF. */
export interface TerminalScreen {
  readonly output: string;
  /** The beginning was dropped. */
  readonly truncated: boolean;
}

export interface LiveTerminalStart {
  readonly command: string;
  readonly cwd: string;
  readonly size: PtySize;
}

/** Everything but reading its fields fails with `terminal_gone` after its release. */
export class LiveTerminal {
  readonly id: string;
  readonly command: string;
  readonly cwd: string;
  readonly kind: "pipes" | "pty";
  /** All callers get the same result. */
  readonly exited: Promise<TerminalExit>;
  readonly #terminal: Terminal;
  readonly #scope: SessionScope;
  readonly #input: InputRecord;
  #size: PtySize;

  constructor(scope: SessionScope, terminal: Terminal, { command, cwd, size }: LiveTerminalStart) {
    this.id = terminal.id;
    this.kind = terminal.kind;
    this.command = command;
    this.cwd = cwd;
    this.exited = terminal.waitForExit();
    this.#terminal = terminal;
    this.#scope = scope;
    this.#size = size;
    this.#input = new InputRecord(scope, terminal);
  }

  /** Undefined if it accepts no input and has no size. */
  get size(): PtySize | undefined {
    return this.kind === "pty" ? this.#size : undefined;
  }

  screen(): TerminalScreen {
    const { output, truncated } = this.#terminal.screen();
    return { output: this.#toLines(output), truncated };
  }

  /** Output after `screen`, if both are called in one tick. Returns a function that unsubscribes. */
  onOutput(listener: (output: string) => void): () => void {
    // Chunks are whole characters.
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    return this.#terminal.onData((chunk) => listener(this.#toLines(decoder.decode(chunk))));
  }

  write(data: string, actor: EventActor | undefined): void {
    this.#terminal.write(data);
    this.#input.add(data, actor);
  }

  /** The view that was resized last determines the size. */
  resize(size: PtySize): void {
    this.#terminal.resize(size);
    this.#size = size;
  }

  async kill(actor: EventActor | undefined): Promise<void> {
    if (this.#terminal.output().exitStatus !== undefined) return;
    this.#scope.record({ type: "terminal", terminalId: this.id, killed: true, ...(actor && { actor }) });
    await this.#terminal.kill();
  }

  /** Before its exit is recorded, which is its last event. */
  finish(): void {
    this.#input.close();
  }

  /** Programs on pipes end lines with only LF, which a terminal shows as a staircase. */
  #toLines(output: string): string {
    return this.kind === "pty" ? output : output.replaceAll(/\r?\n/g, "\r\n");
  }
}
