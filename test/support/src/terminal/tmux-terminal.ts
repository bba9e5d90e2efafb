// A program in a window of a real tmux with a server of its own: another terminal that is not ours.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { WAIT_MS } from "../limits.ts";
import { isShown, type Cursor, type TerminalProgram, type TerminalSize, type TestTerminal } from "./test-terminal.ts";

const run = promisify(execFile);
/** tmux has no event for what a window shows. */
const LOOK_MS = 40;
const OPTIONS = { "remain-on-exit": "on", "history-limit": "20000", status: "off", "escape-time": "0" };

/** Variables that tmux sets. */
const IS_TERMINALS = /^(TERM|TERM_PROGRAM.*|TMUX.*|COLUMNS|LINES)$/;

export async function openTmux(program: TerminalProgram): Promise<TestTerminal> {
  const terminal = new TmuxTerminal();
  await terminal.start(program);
  return terminal;
}

class TmuxTerminal implements TestTerminal {
  readonly #socket = `parley-test-${randomUUID()}`;
  #typing: Promise<unknown> = Promise.resolve();

  async start({ command, args, cwd, env, columns, rows }: TerminalProgram): Promise<void> {
    const size = ["-x", String(columns), "-y", String(rows)];
    // A window that stays after its program can be read; options count for windows that are created afterwards.
    const options = Object.entries(OPTIONS).flatMap(([name, value]) => [";", "set", "-g", name, value]);
    const empty = ["-f", "/dev/null", "new-session", "-d", "-s", "empty", ...size, "sleep 600", ...options];
    // The server outlives its windows for a moment, so it gets none of their variables.
    await run("tmux", ["-L", this.#socket, ...empty], { env: { PATH: env["PATH"] ?? "", LANG: "C.UTF-8" } });
    const variables = Object.entries(env).flatMap(([name, value]) =>
      IS_TERMINALS.test(name) ? [] : ["-e", `${name}=${value}`],
    );
    await this.#tmux("new-session", "-d", "-s", "main", "-c", cwd, ...size, ...variables, "--", command, ...args);
    await this.#tmux("kill-session", "-t", "empty");
  }

  types(text: string): void {
    const bytes = Array.from(Buffer.from(text, "utf8"), (byte) => byte.toString(16).padStart(2, "0"));
    this.#typing = this.#typing.then(() => this.#tmux("send-keys", "-t", "main", "-H", ...bytes));
  }

  async resize({ columns, rows }: TerminalSize): Promise<void> {
    await this.#tmux("resize-window", "-t", "main", "-x", String(columns), "-y", String(rows));
  }

  async screen(): Promise<readonly string[]> {
    return toRows(await this.#tmux("capture-pane", "-p", "-t", "main"));
  }

  async everything(): Promise<readonly string[]> {
    return toRows(await this.#tmux("capture-pane", "-p", "-S", "-", "-t", "main"));
  }

  async cursor(): Promise<Cursor> {
    const [row = 0, column = 0] = (await this.#ask("#{cursor_y} #{cursor_x}")).split(" ").map(Number);
    return { row, column };
  }

  sees(text: string | RegExp): Promise<void> {
    return this.#until(async () => isShown(await this.screen(), text), `${String(text)} on the screen`);
  }

  seesNo(text: string | RegExp): Promise<void> {
    return this.#until(async () => !isShown(await this.screen(), text), `${String(text)} to disappear`);
  }

  async ended(): Promise<number> {
    await this.#until(async () => (await this.#ask("#{pane_dead}")) === "1", "the program to exit");
    return Number(await this.#ask("#{pane_dead_status}"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#typing.catch(() => undefined);
    await this.#tmux("kill-server").catch(() => undefined);
  }

  async #until(isSo: () => Promise<boolean>, what: string): Promise<void> {
    await this.#typing;
    const deadline = Date.now() + WAIT_MS;
    while (!(await isSo())) {
      if (Date.now() > deadline) {
        throw new Error(`Timed out waiting for ${what}. The screen:\n${(await this.screen()).join("\n")}`);
      }
      await sleep(LOOK_MS);
    }
  }

  #ask(format: string): Promise<string> {
    return this.#tmux("display-message", "-p", "-t", "main", format).then((text) => text.trim());
  }

  async #tmux(...args: readonly string[]): Promise<string> {
    const { stdout } = await run("tmux", ["-L", this.#socket, ...args]);
    return stdout;
  }
}

function toRows(text: string): string[] {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((row) => row.trimEnd());
}
