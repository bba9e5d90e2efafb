// A terminal emulated by xterm.js, which is not ours: it decides how wide characters are and where rows wrap.
import { spawn, type IPty } from "@lydell/node-pty";
import { Unicode11Addon } from "@xterm/addon-unicode11";
import headless, { type IBuffer, type Terminal } from "@xterm/headless";
import { once } from "node:events";
import { WAIT_MS } from "../limits.ts";
import { isShown, type Cursor, type TerminalProgram, type TerminalSize, type TestTerminal } from "./test-terminal.ts";

const SCROLLBACK_ROWS = 20_000;

export class EmulatedTerminal implements TestTerminal {
  /** The emulator itself, for what a test asks it about cells, colours and sequences. */
  readonly xterm: Terminal;
  readonly #pty: IPty;
  readonly #exit: Promise<number>;
  #isOver = false;
  /** Everything the program wrote, as it wrote it. */
  #written = "";
  readonly #looks = new Set<() => void>();

  constructor({ command, args, cwd, env, columns, rows }: TerminalProgram) {
    this.xterm = new headless.Terminal({
      cols: columns,
      rows,
      scrollback: SCROLLBACK_ROWS,
      allowProposedApi: true,
    });
    this.xterm.loadAddon(new Unicode11Addon());
    this.xterm.unicode.activeVersion = "11";
    this.#pty = spawn(command, [...args], {
      cols: columns,
      rows,
      cwd,
      env: { ...env, TERM: env["TERM"] ?? "xterm-256color" },
    });
    this.#pty.onData((text) => {
      this.#written += text;
      this.xterm.write(text, () => this.#look());
    });
    // Some sequences ask the terminal something.
    this.xterm.onData((answer) => this.#pty.write(answer));
    this.#exit = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode }) => {
        this.#isOver = true;
        this.xterm.write("", () => this.#look());
        resolve(exitCode);
      });
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  /** What the program wrote so far, with all sequences. */
  get written(): string {
    return this.#written;
  }

  types(text: string): void {
    this.#pty.write(text);
  }

  resize({ columns, rows }: TerminalSize): Promise<void> {
    this.xterm.resize(columns, rows);
    this.#pty.resize(columns, rows);
    return Promise.resolve();
  }

  screen(): Promise<readonly string[]> {
    const { active } = this.xterm.buffer;
    return Promise.resolve(rowsOf(active, active.baseY));
  }

  everything(): Promise<readonly string[]> {
    return Promise.resolve(rowsOf(this.xterm.buffer.active, 0));
  }

  cursor(): Promise<Cursor> {
    const { cursorX: column, cursorY: row } = this.xterm.buffer.active;
    return Promise.resolve({ row, column });
  }

  sees(text: string | RegExp): Promise<void> {
    return this.until(async () => isShown(await this.screen(), text), `${String(text)} on the screen`);
  }

  seesNo(text: string | RegExp): Promise<void> {
    return this.until(async () => !isShown(await this.screen(), text), `${String(text)} to disappear`);
  }

  async ended(): Promise<number> {
    const timeout = AbortSignal.timeout(WAIT_MS);
    const isLate = once(timeout, "abort").then(() => true);
    if (await Promise.race([this.#exit.then(() => false), isLate])) await this.#fail("the program to exit");
    return this.#exit;
  }

  /** Looks again after everything that the program writes. */
  async until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
    const timeout = AbortSignal.timeout(WAIT_MS);
    timeout.addEventListener("abort", () => this.#look(), { once: true });
    while (!(await isSo())) {
      if (this.#isOver || timeout.aborted) await this.#fail(what);
      await new Promise<void>((resolve) => {
        this.#looks.add(resolve);
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOver) this.#pty.kill("SIGKILL");
    await this.#exit;
    this.xterm.dispose();
  }

  #look(): void {
    const looks = [...this.#looks];
    this.#looks.clear();
    for (const look of looks) look();
  }

  async #fail(what: string): Promise<never> {
    const how = this.#isOver ? "The program exited" : "Timed out";
    throw new Error(`${how} waiting for ${what}. The screen:\n${(await this.screen()).join("\n")}`);
  }
}

export function openEmulated(program: TerminalProgram): Promise<EmulatedTerminal> {
  return Promise.resolve(new EmulatedTerminal(program));
}

function rowsOf(buffer: IBuffer, from: number): string[] {
  const rows: string[] = [];
  for (let row = from; row < buffer.length; row += 1) rows.push(buffer.getLine(row)?.translateToString(true) ?? "");
  return rows;
}
