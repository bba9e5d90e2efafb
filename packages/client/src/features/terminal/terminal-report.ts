// Records the output and the exit of a terminal in the session's log, limited in rate and size.
import type { EventActor } from "@parley/acp";
import { PlainText, type Terminal } from "@parley/machine";
import type { SessionScope } from "../feature.ts";

export interface ReportOptions {
  readonly bytesMax: number;
  readonly everyMs: number;
}

export class TerminalReport {
  readonly #scope: SessionScope;
  readonly #terminal: Terminal;
  readonly #options: ReportOptions;
  readonly #decoder = new TextDecoder();
  /** The log has plain text only. */
  readonly #plain: PlainText | undefined;
  #pending = "";
  #bytesLeft: number;
  #isCut = false;
  #lastAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(scope: SessionScope, terminal: Terminal, options: ReportOptions) {
    this.#scope = scope;
    this.#terminal = terminal;
    this.#options = options;
    this.#bytesLeft = options.bytesMax;
    this.#plain = terminal.kind === "pty" ? new PlainText() : undefined;
  }

  /** Call it in the tick in which the terminal was created, so that no output is missed or repeated. */
  start(command: string, cwd: string, actor?: EventActor): void {
    const terminalId = this.#terminal.id;
    this.#scope.record({ type: "terminal", terminalId, command, cwd, ...(actor && { actor }) });
    const { notice } = this.#terminal;
    if (notice !== undefined) this.#scope.record({ type: "note", level: "info", text: notice });
    this.#take(this.#terminal.screen().output);
    this.#terminal.onData((chunk) => this.#take(this.#decoder.decode(chunk, { stream: true })));
  }

  end(exit: { readonly exitCode: number | null; readonly signal: string | null }): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#flush();
    this.#scope.record({ type: "terminal", terminalId: this.#terminal.id, exit });
  }

  #take(text: string): void {
    if (text === "" || this.#isOver || this.#isCut) return;
    this.#add(this.#plain === undefined ? text : this.#plain.push(text));
    const waitMs = this.#lastAtMs + this.#options.everyMs - performance.now();
    if (waitMs <= 0) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), waitMs).unref();
  }

  #add(text: string): void {
    if (text !== "" && !this.#isCut) this.#pending += this.#fit(text);
  }

  #fit(text: string): string {
    const bytes = Buffer.byteLength(text);
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft >= 0) return text;
    this.#isCut = true;
    // An incomplete character is left out.
    const kept = Buffer.from(text).subarray(0, bytes + this.#bytesLeft);
    const whole = new TextDecoder().decode(kept, { stream: true });
    return `${whole}\n… output over ${this.#options.bytesMax} bytes is not recorded …\n`;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // A prompt at the end of an incomplete line has to be shown, too.
    this.#add(this.#plain?.take() ?? "");
    if (this.#pending === "") return;
    const output = this.#pending;
    this.#pending = "";
    this.#lastAtMs = performance.now();
    this.#scope.record({ type: "terminal", terminalId: this.#terminal.id, output });
  }
}
