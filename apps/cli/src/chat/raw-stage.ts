// The stage in a terminal that can move its cursor: what changes is drawn in place, at most some thirty times a second.
import { PAINT_INTERVAL_MS } from "../terminal/limits.ts";
import type { Look } from "../terminal/look.ts";
import { RawTerminal } from "../terminal/raw-terminal.ts";
import { Screen } from "../terminal/screen.ts";
import type { Block } from "./feed/block.ts";
import { Outlet } from "./feed/outlet.ts";
import { TICK_MS } from "./limits.ts";
import type { Stage, StageHands, StageLook } from "./stage.ts";

const COLUMNS_MIN = 20;
const COLUMNS_DEFAULT = 80;
const ROWS_DEFAULT = 24;

export class RawStage implements Stage {
  readonly outlet = new Outlet();
  readonly isNumbered = false;
  readonly #stageLook: StageLook;
  readonly #hands: StageHands;
  readonly #terminal: RawTerminal;
  readonly #screen: Screen;
  #timer: NodeJS.Timeout | undefined;
  #ticker: NodeJS.Timeout | undefined;
  #paintedAtMs = 0;
  #isOpen = false;
  #isLent = false;

  constructor(look: StageLook, hands: StageHands) {
    this.#stageLook = look;
    this.#hands = hands;
    this.#terminal = new RawTerminal(process.stdin, process.stdout, {
      onKey: (key) => {
        hands.onKey(key);
        this.paintSoon();
      },
      onResize: () => this.#redraw(),
      onReturn: () => {
        this.#isLent = false;
        this.#redraw();
      },
      onEnd: hands.onEnd,
    });
    this.#screen = new Screen({
      write: (text) => void process.stdout.write(text),
      size: terminalSize,
      palette: look,
      reflows: look.reflows,
    });
  }

  get look(): Look {
    return { ...this.#stageLook, columns: Math.max(COLUMNS_MIN, terminalSize().columns - 1) };
  }

  open(): void {
    this.#isOpen = true;
    this.#terminal.open();
    this.#ticker = setInterval(() => {
      if (this.#hands.isMoving()) this.paintSoon();
    }, TICK_MS);
    this.paintSoon();
  }

  print(block: Block): void {
    this.outlet.add(block);
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
    this.outlet.endMessage();
    if (!this.#isLent) {
      this.#screen.paint(this.outlet.take(this.look), { lines: [] });
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
    const { look } = this;
    const staying = this.outlet.take(look);
    this.#screen.paint(staying, this.#hands.compose(look, terminalSize().rows));
  }
}

/** Some terminals do not say. */
function terminalSize(): { columns: number; rows: number } {
  return { columns: process.stdout.columns || COLUMNS_DEFAULT, rows: process.stdout.rows || ROWS_DEFAULT };
}
