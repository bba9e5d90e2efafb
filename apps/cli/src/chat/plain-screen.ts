// The screen of a terminal that only supports lines: finished output is printed, and questions are printed and answered
// with a line.
import { createInterface, type Interface } from "node:readline";
import { encodeLine } from "../terminal/encode-line.ts";
import { NO_MODIFIERS } from "../terminal/keys/key.ts";
import type { Line } from "../terminal/line.ts";
import type { Theme } from "../terminal/theme.ts";
import type { TerminalBlock } from "./terminal-block.ts";
import { Scrollback } from "./scrollback.ts";
import { LEAVE_WAIT_MS } from "../limits.ts";
import type { FullView, TerminalScreen, ScreenHandlers, TerminalTheme } from "./terminal-screen.ts";

const COLUMNS_DEFAULT = 80;
/** A panel is printed completely. */
const PANEL_ROWS = 1_000;

export class PlainScreen implements TerminalScreen {
  readonly scrollback = new Scrollback({ echoes: true });
  readonly isNumbered = true;
  readonly isFocused = undefined;
  readonly #theme: TerminalTheme;
  readonly #handlers: ScreenHandlers;
  #readline: Interface | undefined;
  #isPlanned = false;
  /** The printed panel, so that it is printed again only if it changes. */
  #panelText = "";
  #isPromptOpen = false;
  #interruptedAtMs = Number.NEGATIVE_INFINITY;

  constructor(theme: TerminalTheme, handlers: ScreenHandlers) {
    this.#theme = theme;
    this.#handlers = handlers;
  }

  get theme(): Theme {
    return { ...this.#theme, columns: (process.stdout.columns || COLUMNS_DEFAULT) - 1 };
  }

  open(): void {
    this.#listen();
    process.on("SIGTERM", this.#onTerminate).on("SIGHUP", this.#onHangup);
    process.stdout.on("error", this.#onHangup);
    this.paintSoon();
  }

  print(block: TerminalBlock): void {
    this.scrollback.add(block);
    this.paintSoon();
  }

  paintSoon(): void {
    if (this.#isPlanned || this.#readline === undefined) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      if (this.#readline !== undefined) this.#paint();
    });
  }

  clear(): void {
    this.paintSoon();
  }

  show(create: (theme: Theme, rows: number) => FullView): void {
    this.#write(create(this.theme, PANEL_ROWS).drawAll(this.theme));
    this.paintSoon();
  }

  /** A terminal without escape sequences has at most a bell. */
  notify(): void {
    if (this.#theme.notification !== "off") process.stdout.write("\u0007");
  }

  tell(): void {
    // A terminal without escape sequences gets none.
  }

  suspend(): void {
    // The terminal does this itself.
  }

  async lend<T>(work: () => Promise<T>): Promise<T> {
    this.#paint();
    this.#readline?.close();
    this.#readline = undefined;
    try {
      return await work();
    } finally {
      this.#listen();
      this.paintSoon();
    }
  }

  close(): void {
    this.scrollback.endMessage();
    this.#write(this.scrollback.take(this.theme));
    if (this.#isPromptOpen) process.stdout.write("\n");
    const readline = this.#readline;
    this.#readline = undefined;
    readline?.close();
    process.off("SIGTERM", this.#onTerminate).off("SIGHUP", this.#onHangup);
    process.stdout.off("error", this.#onHangup);
    process.stdin.pause();
  }

  #listen(): void {
    const readline = createInterface({ input: process.stdin, output: process.stdout, terminal: false });
    this.#readline = readline;
    readline.on("line", (text) => {
      this.#isPromptOpen = false;
      this.#panelText = "";
      this.#handlers.onLine(text);
      this.paintSoon();
    });
    // The end of input is Ctrl-D.
    readline.on("close", () => {
      if (this.#readline === readline) this.#handlers.onKey({ type: "chord", text: "d", ...NO_MODIFIERS, ctrl: true });
    });
    process.off("SIGINT", this.#onInterrupt).on("SIGINT", this.#onInterrupt);
  }

  #paint(): void {
    this.#write(this.scrollback.take(this.theme));
    const panel = this.#handlers.panel();
    const lines = panel?.draw(this.theme, PANEL_ROWS).lines ?? [];
    const text = lines.map((drawn) => encodeLine(drawn, this.#theme)).join("\n");
    if (text !== this.#panelText) this.#write(lines);
    this.#panelText = text;
    if (!this.#isPromptOpen && (panel !== undefined || this.#handlers.isIdle())) {
      process.stdout.write(panel === undefined ? "\n> " : "> ");
      this.#isPromptOpen = true;
    }
  }

  #write(lines: readonly Line[]): void {
    if (lines.length === 0) return;
    const text = lines.map((drawn) => `${encodeLine(drawn, this.#theme)}\n`).join("");
    process.stdout.write(this.#isPromptOpen ? `\n${text}` : text);
    this.#isPromptOpen = false;
  }

  readonly #onInterrupt = (): void => {
    const isIdle = this.#handlers.panel() === undefined && this.#handlers.isIdle();
    this.#handlers.onKey({ type: "chord", text: "c", ...NO_MODIFIERS, ctrl: true });
    const isFirst = performance.now() - this.#interruptedAtMs > LEAVE_WAIT_MS;
    if (isIdle && isFirst) this.#write([[{ text: "Press Ctrl-C again or Ctrl-D to quit." }]]);
    this.#interruptedAtMs = performance.now();
    this.paintSoon();
  };
  readonly #onTerminate = (): void => this.#handlers.onEnd("SIGTERM");
  readonly #onHangup = (): void => this.#handlers.onEnd("SIGHUP");
}
