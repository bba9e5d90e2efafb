// A program in a pseudo-terminal, driven as a person would: type, and wait until the screen shows it.
import { spawn, type IPty } from "@lydell/node-pty";

const WAIT_MS = 50_000;

export class PseudoTerminal implements Disposable {
  readonly #pty: IPty;
  #screen = "";
  #isOver = false;
  #look: () => void = () => undefined;
  /** The exit code, when the program is gone. */
  readonly exited: Promise<number>;

  constructor(command: string, args: readonly string[], options: { cwd: string; env: Record<string, string> }) {
    this.#pty = spawn(command, [...args], { cols: 100, rows: 30, ...options });
    this.#pty.onData((text) => {
      this.#screen += text;
      this.#look();
    });
    this.exited = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode }) => {
        this.#isOver = true;
        this.#look();
        resolve(exitCode);
      });
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  /** Waits for the text, then forgets everything up to its end. */
  async sees(text: string): Promise<void> {
    const deadline = AbortSignal.timeout(WAIT_MS);
    deadline.addEventListener("abort", () => this.#look(), { once: true });
    while (!this.#screen.includes(text)) {
      if (this.#isOver || deadline.aborted) throw new Error(`Not seen: ${text}\nOn the screen: ${this.#screen}`);
      await new Promise<void>((resolve) => {
        this.#look = resolve;
      });
    }
    this.#screen = this.#screen.slice(this.#screen.indexOf(text) + text.length);
  }

  /** What it has written after the last text that was seen. */
  get unread(): string {
    return this.#screen;
  }

  types(text: string): void {
    this.#pty.write(text);
  }

  [Symbol.dispose](): void {
    if (!this.#isOver) this.#pty.kill("SIGKILL");
  }
}
