// The terminal in raw mode: Parley gets every key. Its previous state is restored on every exit, including a crash.
import { ESCAPE_WAIT_MS, SUSPEND_WAIT_MS } from "../limits.ts";
import { KeyDecoder } from "./keys/key-decoder.ts";
import { isReport, type Key, type Report } from "./keys/key.ts";

export interface RawTerminalEvents {
  readonly onKey: (key: Key) => void;
  readonly onResize: () => void;
  /** The terminal sent a report about itself. */
  readonly onReport?: ((report: Report) => void) | undefined;
  /** Parley is back in the foreground, or a program has returned the terminal. */
  readonly onReturn: () => void;
  /** The terminal was closed, or a signal asks Parley to exit. */
  readonly onEnd: (signal: "SIGTERM" | "SIGHUP") => void;
}

/** Bracketed paste marks pasted text, so that its line breaks do not count as Enter. */
const TAKE = "\u001b[?2004h";
/** Reports of the focus. */
const TAKE_FOCUS = "\u001b[?1004h";
const RESTORE_FOCUS = "\u001b[?1004l";
const RESTORE = "\u001b[?2026l\u001b[?7h\u001b[?2004l\u001b[?25h";

type Input = typeof process.stdin;
type Output = typeof process.stdout;

export class RawTerminal {
  readonly #input: Input;
  readonly #output: Output;
  readonly #events: RawTerminalEvents;
  readonly #decoder = new KeyDecoder();
  #escapeTimer: NodeJS.Timeout | undefined;
  #isTaken = false;
  #isOpen = false;

  constructor(input: Input, output: Output, events: RawTerminalEvents) {
    this.#input = input;
    this.#output = output;
    this.#events = events;
  }

  open(): void {
    this.#isOpen = true;
    this.#input.on("data", this.#onData).on("end", this.#onHangup).on("error", this.#onHangup);
    this.#output.on("resize", this.#events.onResize).on("error", this.#onHangup);
    process.on("SIGTERM", this.#onTerminate).on("SIGHUP", this.#onHangup).on("SIGCONT", this.#onContinue);
    process.on("exit", this.#restore).on("uncaughtExceptionMonitor", this.#restore);
    this.#take();
  }

  close(): void {
    this.#isOpen = false;
    clearTimeout(this.#escapeTimer);
    this.#restore();
    this.#input.off("data", this.#onData).off("end", this.#onHangup).off("error", this.#onHangup).pause();
    // A closed terminal may report its error later, so the error listener stays.
    this.#output.off("resize", this.#events.onResize);
    process.off("SIGTERM", this.#onTerminate).off("SIGHUP", this.#onHangup).off("SIGCONT", this.#onContinue);
    process.off("exit", this.#restore).off("uncaughtExceptionMonitor", this.#restore);
  }

  /** Gives the terminal to another program until it ends. */
  async lend<T>(work: () => Promise<T>): Promise<T> {
    this.#restore();
    this.#input.off("data", this.#onData).pause();
    try {
      return await work();
    } finally {
      if (this.#isOpen) {
        this.#input.on("data", this.#onData);
        this.#take();
        this.#events.onReturn();
      }
    }
  }

  /** Suspends the whole job, as Ctrl-Z does in other programs. */
  suspend(): void {
    if (process.platform === "win32") return;
    this.#restore();
    // The timer does not run while the process is suspended; if it cannot be suspended, the chat continues.
    setTimeout(this.#onContinue, SUSPEND_WAIT_MS);
    process.kill(0, "SIGTSTP");
  }

  #take(): void {
    if (this.#isTaken) return;
    this.#isTaken = true;
    this.#input.setRawMode(true);
    this.#input.resume();
    this.#output.write(this.#events.onReport === undefined ? TAKE : TAKE + TAKE_FOCUS);
  }

  readonly #restore = (): void => {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    this.#output.write(this.#events.onReport === undefined ? RESTORE : RESTORE_FOCUS + RESTORE);
    this.#input.setRawMode(false);
  };

  readonly #onData = (bytes: Buffer): void => {
    clearTimeout(this.#escapeTimer);
    for (const input of this.#decoder.push(bytes)) {
      if (isReport(input)) this.#events.onReport?.(input);
      else this.#events.onKey(input);
    }
    if (!this.#decoder.isWaiting) return;
    this.#escapeTimer = setTimeout(() => {
      for (const key of this.#decoder.flush()) this.#events.onKey(key);
    }, ESCAPE_WAIT_MS);
  };

  readonly #onContinue = (): void => {
    if (this.#isTaken || !this.#isOpen) return;
    this.#take();
    this.#events.onReturn();
  };

  readonly #onHangup = (): void => this.#events.onEnd("SIGHUP");
  readonly #onTerminate = (): void => this.#events.onEnd("SIGTERM");
}
