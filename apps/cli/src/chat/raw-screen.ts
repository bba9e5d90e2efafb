// The stage in a terminal that can move its cursor: what changes is drawn in place, at most some thirty times a second.
import { PAINT_INTERVAL_MS, TICK_MS } from "../limits.ts";
import type { Theme } from "../terminal/theme.ts";
import { RawTerminal } from "../terminal/raw-terminal.ts";
import { Screen } from "../terminal/screen.ts";
import type { TerminalBlock } from "./terminal-block.ts";
import { Scrollback } from "./scrollback.ts";
import type { TerminalScreen, ScreenHandlers, TerminalTheme } from "./terminal-screen.ts";

const COLUMNS_MIN = 20;
const COLUMNS_DEFAULT = 80;
const ROWS_DEFAULT = 24;

export class RawScreen implements TerminalScreen {
  readonly scrollback = new Scrollback();
  readonly isNumbered = false;
  readonly #theme: TerminalTheme;
  readonly #handlers: ScreenHandlers;
  readonly #terminal: RawTerminal;
  readonly #screen: Screen;
  #timer: NodeJS.Timeout | undefined;
  #ticker: NodeJS.Timeout | undefined;
  #paintedAtMs = 0;
  #isOpen = false;
  #isLent = false;

  constructor(theme: TerminalTheme, handlers: ScreenHandlers) {
    this.#theme = theme;
    this.#handlers = handlers;
    this.#terminal = new RawTerminal(process.stdin, process.stdout, {
      onKey: (key) => {
        handlers.onKey(key);
        this.paintSoon();
      },
      onResize: () => this.#redraw(),
      onReturn: () => {
        this.#isLent = false;
        this.#redraw();
      },
      onEnd: handlers.onEnd,
    });
    this.#screen = new Screen({
      write: (text) => void process.stdout.write(text),
      size: terminalSize,
      palette: theme,
      reflows: theme.reflows,
    });
  }

  get theme(): Theme {
    return { ...this.#theme, columns: Math.max(COLUMNS_MIN, terminalSize().columns - 1) };
  }

  open(): void {
    this.#isOpen = true;
    this.#terminal.open();
    this.#ticker = setInterval(() => {
      if (this.#handlers.isMoving()) this.paintSoon();
    }, TICK_MS);
    this.paintSoon();
  }

  print(block: TerminalBlock): void {
    this.scrollback.add(block);
    this.paintSoon();
  }

  paintSoon(): void {
    if (this.#timer !== undefined || !this.#isOpen || this.#isLent) return;
    const wait = Math.max(0, this.#paintedAtMs + PAINT_INTERVAL_MS - performance.now());
    this.#timer = setTimeout(() => this.#paint(), wait);
  }

  clear(): void {
    this.#screen.clear();
    this.paintSoon();
  }

  bell(): void {
    if (this.#isOpen && !this.#isLent) process.stdout.write("\u0007");
  }

  tell(sequence: string): void {
    if (this.#isOpen && !this.#isLent) process.stdout.write(sequence);
  }

  suspend(): void {
    this.#paint();
    this.#screen.release();
    this.#isLent = true;
    this.#terminal.suspend();
  }

  async lend<T>(work: () => Promise<T>): Promise<T> {
    this.#paint();
    this.#screen.release();
    this.#isLent = true;
    return await this.#terminal.lend(work);
  }

  close(): void {
    if (!this.#isOpen) return;
    clearInterval(this.#ticker);
    this.scrollback.endMessage();
    if (!this.#isLent) {
      this.#screen.paint(this.scrollback.take(this.theme), { lines: [] });
      this.#screen.release();
    }
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#terminal.close();
  }

  #redraw(): void {
    this.#screen.resized();
    this.paintSoon();
  }

  #paint(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#isOpen || this.#isLent) return;
    this.#paintedAtMs = performance.now();
    const { theme } = this;
    const staying = this.scrollback.take(theme);
    this.#screen.paint(staying, this.#handlers.compose(theme, terminalSize().rows));
  }
}

/** Some terminals do not say. */
function terminalSize(): { columns: number; rows: number } {
  return { columns: process.stdout.columns || COLUMNS_DEFAULT, rows: process.stdout.rows || ROWS_DEFAULT };
}
