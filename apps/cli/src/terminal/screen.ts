// The only writer to the terminal: permanent lines are printed once and scroll away, and the live region below is redrawn.
import { encodeLine, type Palette } from "./encode-line.ts";
import type { Line } from "./line.ts";
import type { Picture } from "./pictures/encode-picture.ts";
import { lineWidth } from "./wrap.ts";

/** The part of the screen that every paint redraws. */
export interface LiveRegion {
  /** The lines must not be wider than the terminal. */
  readonly lines: readonly Line[];
  /** The position of the cursor, which is hidden if this is undefined. */
  readonly cursor?: { readonly row: number; readonly column: number } | undefined;
}

export interface ScreenOptions {
  readonly write: (text: string) => void;
  readonly size: () => { readonly columns: number; readonly rows: number };
  readonly palette: Palette;
  /** Whether the terminal rewraps lines when it becomes narrower, as nearly all do. */
  readonly reflows: boolean;
}

interface Painted {
  readonly rows: readonly string[];
  readonly widths: readonly number[];
  /** Where the terminal's cursor was left. */
  readonly row: number;
  readonly column: number;
  readonly isCursorShown: boolean;
  /** How wide the terminal was. */
  readonly columns: number;
}

const NOTHING: Painted = { rows: [], widths: [], row: 0, column: 0, isCursorShown: true, columns: 0 };
/** Terminals with synchronized output show the whole frame at once; others ignore the sequence. */
const FRAME_START = "\u001b[?2026h\u001b[?25l";
const FRAME_END = "\u001b[?2026l";
const SHOW_CURSOR = "\u001b[?25h";
const CLEAR_LINE = "\u001b[K";
const CLEAR_BELOW = "\u001b[J";
/** From the start of a row, in two steps: tmux moves a whole screen that is cleared at once into its scrollback. */
const CLEAR_FROM_HERE = `${CLEAR_LINE}\u001b[C${CLEAR_BELOW}\r`;
/** The live region needs one row per line, even if the terminal computes a different width. */
const WRAP_OFF = "\u001b[?7l";
const WRAP_ON = "\u001b[?7h";

export class Screen {
  readonly #options: ScreenOptions;
  #painted: Painted = NOTHING;
  #isStale = false;

  constructor(options: ScreenOptions) {
    this.#options = options;
  }

  /** Prints `staying` above the live region, where it scrolls away. */
  paint(staying: readonly Line[], live: LiveRegion): void {
    let next = this.#fit(live);
    let frame = this.#compose(staying, next);
    // A terminal that was resized meanwhile has already moved its rows, and the frame would miss the top of the region.
    if (this.#options.size().columns !== next.columns) {
      next = this.#fit(live);
      frame = this.#compose(staying, next);
    }
    if (frame === undefined) return;
    this.#options.write(frame);
    this.#painted = next;
    this.#isStale = false;
  }

  /** The terminal was resized and rows may have moved, so the next paint draws everything. */
  resized(): void {
    this.#isStale = true;
  }

  /** Clears the live region and leaves the cursor at its start, for another program or on exit. */
  release(): void {
    this.#options.write(`${up(this.#rowNow(this.#options.size().columns))}${CLEAR_FROM_HERE}${SHOW_CURSOR}`);
    this.#painted = NOTHING;
    this.#isStale = false;
  }

  /** Clears the screen except for the live region; the terminal's scrollback is kept. */
  clear(): void {
    this.#options.write("\u001b[2J\u001b[H");
    this.#painted = NOTHING;
    this.#isStale = true;
  }

  /** What to write for the change since the last paint; undefined if nothing changed. */
  #compose(staying: readonly Line[], next: Painted): string | undefined {
    const before = this.#painted;
    // The size is compared here as well, because the terminal may report a change late.
    const isStale = this.#isStale || (before.rows.length > 0 && before.columns !== next.columns);
    if (staying.length === 0 && !isStale && isSame(before, next)) return undefined;
    let frame = FRAME_START + up(this.#rowNow(next.columns));
    if (isStale) frame += CLEAR_FROM_HERE;
    for (const drawn of staying) frame += this.#encodeStaying(drawn, next.columns);
    const isWhole = staying.length > 0 || isStale;
    frame += WRAP_OFF + drawRows(next.rows, isWhole ? [] : before.rows) + CLEAR_BELOW + WRAP_ON;
    frame += up(Math.max(0, next.rows.length - 1) - next.row) + right(next.column);
    return frame + FRAME_END + (next.isCursorShown ? SHOW_CURSOR : "");
  }

  /** The row of the cursor below the start of the live region, whose lines a narrower terminal has wrapped. */
  #rowNow(columns: number): number {
    const { widths, row, column, columns: before } = this.#painted;
    if (!this.#options.reflows || columns === before) return row;
    const rowsOf = (width: number): number => Math.max(1, Math.ceil(width / Math.max(1, columns)));
    const above = widths.slice(0, row).reduce((sum, width) => sum + rowsOf(width), 0);
    return above + Math.floor(column / Math.max(1, columns));
  }

  /** After a full row the cursor is still on its last character, so the row is cleared before it is written. */
  #encodeStaying(drawn: Line, columns: number): string {
    const picture = drawn.find((part) => part.picture !== undefined)?.picture;
    if (picture !== undefined) return encodeInPlace(picture);
    const text = encodeLine(drawn, this.#options.palette);
    const fits = lineWidth(drawn) < columns;
    return fits ? `${text}${CLEAR_LINE}\r\n` : `${CLEAR_FROM_HERE}${text}\r\n`;
  }

  /** Drops lines at the top that do not fit, because the input is at the bottom. */
  #fit({ lines, cursor }: LiveRegion): Painted {
    const { rows, columns } = this.#options.size();
    const hidden = Math.max(0, lines.length - Math.max(1, rows - 1));
    const shown = lines.slice(hidden);
    const row = Math.max(0, (cursor?.row ?? lines.length - 1) - hidden);
    return {
      rows: shown.map((drawn) => encodeLine(drawn, this.#options.palette)),
      widths: shown.map(lineWidth),
      row: Math.min(row, Math.max(0, shown.length - 1)),
      column: cursor?.column ?? 0,
      isCursorShown: cursor !== undefined,
      columns,
    };
  }
}

/** Makes room first, because the screen may scroll; then draws from the top of it, and continues below. */
function encodeInPlace({ sequence, rows }: Picture): string {
  const room = `${CLEAR_BELOW}${"\r\n".repeat(rows)}\u001b[${rows}A`;
  return `${room}\u001b7${sequence}\u001b8\u001b[${rows}B\r`;
}

/** Skips rows that have not changed. */
function drawRows(rows: readonly string[], before: readonly string[]): string {
  let drawn = "";
  for (const [index, row] of rows.entries()) {
    if (index > 0) drawn += "\r\n";
    // The last row is always drawn, because everything below is cleared from its end.
    if (row !== before[index] || index === rows.length - 1) drawn += row + CLEAR_LINE;
  }
  return drawn;
}

function isSame(one: Painted, other: Painted): boolean {
  return (
    one.row === other.row &&
    one.column === other.column &&
    one.isCursorShown === other.isCursorShown &&
    one.rows.length === other.rows.length &&
    one.rows.every((row, index) => row === other.rows[index])
  );
}

/** Moves the cursor up, to the start of the row. */
function up(rows: number): string {
  return rows > 0 ? `\r\u001b[${rows}A` : "\r";
}

function right(columns: number): string {
  return columns > 0 ? `\u001b[${columns}C` : "";
}
