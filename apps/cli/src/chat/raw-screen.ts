// The screen of a terminal with cursor movement: changes are drawn in place, at most about thirty times a second.
import { PAINT_INTERVAL_MS, PAINT_INTERVAL_MS_MAX, PAINT_REST_FACTOR, TICK_MS } from "../limits.ts";
import type { Theme } from "../terminal/theme.ts";
import { encodeNotification } from "../terminal/notification.ts";
import { PICTURE_QUESTIONS } from "../terminal/pictures/detect-pictures.ts";
import type { PictureTheme } from "../terminal/pictures/encode-picture.ts";
import { RawTerminal } from "../terminal/raw-terminal.ts";
import { Screen } from "../terminal/screen.ts";
import { terminalSize } from "../terminal/terminal-size.ts";
import type { TerminalBlock } from "./terminal-block.ts";
import { Scrollback } from "./scrollback.ts";
import type { FullView, TerminalScreen, ScreenHandlers, TerminalTheme } from "./terminal-screen.ts";

/** The alternate screen; afterwards the terminal shows its previous content. */
const ENTER_FULL = "\u001b[?1049h\u001b[2J\u001b[H";
const LEAVE_FULL = "\u001b[?1049l";
const COLUMNS_MIN = 20;

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
  /** How long the last paint took. */
  #paintMs = 0;
  #resizedAtMs = Number.NEGATIVE_INFINITY;
  #full: { readonly view: FullView; readonly screen: Screen } | undefined;
  #isFocused: boolean | undefined;
  #hasSixel = false;
  #cell: PictureTheme["cell"] = { width: 10, height: 20 };
  #isOpen = false;
  #isLent = false;

  constructor(theme: TerminalTheme, handlers: ScreenHandlers) {
    this.#theme = theme;
    this.#handlers = handlers;
    this.#terminal = new RawTerminal(process.stdin, process.stdout, {
      onKey: (key) => {
        if (this.#full === undefined) handlers.onKey(key);
        else if (!this.#full.view.key(key)) this.#closeFull();
        // Typed text is shown at once, even on a busy screen.
        this.#paintIfQuiet();
      },
      onResize: () => this.#resized(),
      onReport: (report) => {
        if (report.type === "focus") this.#isFocused = report.isFocused;
        if (report.type === "attributes") this.#hasSixel = report.hasSixel;
        if (report.type === "cell" && report.width > 0 && report.height > 0) this.#cell = report;
      },
      onReturn: () => {
        this.#isLent = false;
        this.#redraw();
      },
      onEnd: handlers.onEnd,
    });
    this.#screen = new Screen({
      write,
      size: terminalSize,
      palette: theme,
      reflows: theme.reflows,
    });
  }

  get theme(): Theme {
    return { ...this.#theme, columns: Math.max(COLUMNS_MIN, terminalSize().columns - 1) };
  }

  /** Pictures are drawn only in permanent output, because redrawn ones would flicker. */
  get #stayingTheme(): Theme {
    const { pictureWay } = this.#theme;
    const way = pictureWay === "ask" ? (this.#hasSixel ? "sixel" : undefined) : pictureWay;
    return way === undefined ? this.theme : { ...this.theme, pictures: { way, cell: this.#cell } };
  }

  open(): void {
    this.#isOpen = true;
    this.#terminal.open();
    if (this.#theme.pictureWay !== undefined) process.stdout.write(PICTURE_QUESTIONS);
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
    // Limits drawing, so that most of the time is left for other work.
    const pauseMs = Math.min(PAINT_INTERVAL_MS_MAX, Math.max(PAINT_INTERVAL_MS, this.#paintMs * PAINT_REST_FACTOR));
    const at = Math.max(this.#paintedAtMs + pauseMs, this.#resizedAtMs + this.#theme.resizeQuietMs);
    const wait = Math.max(0, at - performance.now());
    this.#timer = setTimeout(() => this.#paintIfQuiet(), wait);
  }

  clear(): void {
    this.#screen.clear();
    this.paintSoon();
  }

  show(create: (theme: Theme, rows: number) => FullView): void {
    if (!this.#isOpen || this.#isLent || this.#full !== undefined) return;
    this.#paint();
    const { theme } = this;
    process.stdout.write(ENTER_FULL);
    process.on("exit", leaveFull);
    const screen = new Screen({ write, size: terminalSize, palette: this.#theme, reflows: false });
    this.#full = { view: create(theme, terminalSize().rows - 1), screen };
    this.paintSoon();
  }

  get isFocused(): boolean | undefined {
    return this.#isFocused;
  }

  notify(text: string): void {
    this.tell(encodeNotification(this.#theme.notification, "Parley", text));
  }

  tell(sequence: string): void {
    if (this.#isOpen && !this.#isLent) process.stdout.write(sequence);
  }

  suspend(): void {
    this.#closeFull();
    this.#paint();
    this.#screen.release();
    this.#isLent = true;
    this.#terminal.suspend();
  }

  async lend<T>(work: () => Promise<T>): Promise<T> {
    this.#closeFull();
    this.#paint();
    this.#screen.release();
    this.#isLent = true;
    return await this.#terminal.lend(work);
  }

  close(): void {
    if (!this.#isOpen) return;
    clearInterval(this.#ticker);
    this.#closeFull();
    this.scrollback.endMessage();
    if (!this.#isLent) {
      this.#screen.paint(this.scrollback.take(this.theme), { lines: [] });
      this.#screen.release();
    }
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#terminal.close();
  }

  /** The terminal restores its previous content; the chat's output since then follows. */
  #closeFull(): void {
    if (this.#full === undefined) return;
    this.#full = undefined;
    process.off("exit", leaveFull);
    leaveFull();
    this.#screen.resized();
  }

  #paintIfQuiet(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // The signal of a resize may still be on its way.
    terminalSize();
    if (performance.now() < this.#resizedAtMs + this.#theme.resizeQuietMs) this.paintSoon();
    else this.#paint();
  }

  #redraw(): void {
    this.#screen.resized();
    this.paintSoon();
  }

  /** Dragging the window's edge resizes it many times a second, and drawing in between would leave artefacts. */
  #resized(): void {
    this.#screen.resized();
    if (this.#full !== undefined && !this.#isLent) this.#full.screen.clear();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#resizedAtMs = performance.now();
    this.paintSoon();
  }

  #paint(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#isOpen || this.#isLent) return;
    this.#paintedAtMs = performance.now();
    const { theme } = this;
    if (this.#full !== undefined) {
      const rows = terminalSize().rows - 1;
      return this.#full.screen.paint([], { lines: this.#full.view.draw(theme, rows) });
    }
    const staying = this.scrollback.take(this.#stayingTheme);
    this.#screen.paint(staying, this.#handlers.compose(theme, terminalSize().rows));
    this.#paintMs = performance.now() - this.#paintedAtMs;
  }
}

function leaveFull(): void {
  process.stdout.write(LEAVE_FULL);
}

function write(text: string): void {
  process.stdout.write(text);
}
