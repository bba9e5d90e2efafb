// An in-memory terminal that interprets the screen's output, so that tests see what a user would see.
import { charactersOf, widthOf } from "../width.ts";

// oxlint-disable-next-line no-control-regex -- what a terminal is told
const TOKENS = /\u001b\[([?>]?)([\d;]*)([A-Za-z])|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\r|\n|[^\u001b\r\n]+/g;

export class VirtualTerminal {
  #columns: number;
  #rows: number;
  /** All lines, of which the last `rows` are on the screen. */
  #lines: string[][] = [[]];
  #row = 0;
  #column = 0;
  #wraps = true;
  isCursorShown = true;
  /** Unknown sequences; tests expect none. */
  readonly unknown: string[] = [];

  constructor(columns: number, rows: number) {
    this.#columns = columns;
    this.#rows = rows;
  }

  write(text: string): void {
    for (const [whole, mark, values, final] of text.matchAll(TOKENS)) {
      if (final !== undefined) this.#control(mark ?? "", values ?? "", final);
      else if (whole === "\r") this.#column = 0;
      else if (whole === "\n") this.#down();
      else if (!whole.startsWith("\u001b")) this.#print(whole);
    }
  }

  /** Rewraps the lines, as modern terminals do; the cursor stays on its character. */
  resize(columns: number, rows: number): void {
    const reflowed: string[][] = [];
    let [row, column] = [0, this.#column];
    for (const [index, cells] of this.#lines.entries()) {
      if (index === this.#row) {
        row = reflowed.length + Math.floor(this.#column / columns);
        column = this.#column % columns;
      }
      const height = Math.max(1, Math.ceil(cells.length / columns));
      for (let part = 0; part < height; part += 1) reflowed.push(cells.slice(part * columns, (part + 1) * columns));
    }
    this.#lines = reflowed;
    while (this.#lines.length <= row) this.#lines.push([]);
    [this.#row, this.#column, this.#columns, this.#rows] = [row, column, columns, rows];
  }

  /** All lines, without trailing empty ones. */
  text(): string {
    return this.#lines
      .map((cells) => cells.join("").trimEnd())
      .join("\n")
      .trimEnd();
  }

  /** The lines on the screen. */
  screen(): string {
    return this.#lines
      .slice(-this.#rows)
      .map((cells) => cells.join("").trimEnd())
      .join("\n");
  }

  get cursor(): { row: number; column: number } {
    return { row: this.#row, column: this.#column };
  }

  #control(mark: string, values: string, final: string): void {
    const count = Math.max(1, Number(values.split(";")[0] || "1"));
    const top = Math.max(0, this.#lines.length - this.#rows);
    if (final === "m") return;
    if (mark === "?" && (final === "h" || final === "l")) {
      if (values === "7") this.#wraps = final === "h";
      if (values === "25") this.isCursorShown = final === "h";
    } else if (final === "A") this.#row = Math.max(top, this.#row - count);
    else if (final === "C") this.#column = Math.min(this.#columns - 1, this.#column + count);
    else if (final === "K") this.#clearRight();
    else if (final === "J" && values === "") {
      this.#clearRight();
      this.#lines.splice(this.#row + 1);
    } else this.unknown.push(`${mark}${values}${final}`);
  }

  /** After a full row, the cursor stays on its last cell. */
  #clearRight(): void {
    this.#cells().splice(Math.min(this.#column, this.#columns - 1));
  }

  #print(text: string): void {
    for (const character of charactersOf(text)) {
      const width = widthOf(character);
      if (this.#column + width > this.#columns) {
        if (this.#wraps) {
          this.#column = 0;
          this.#down();
        } else this.#column = this.#columns - width;
      }
      const cells = this.#cells();
      while (cells.length < this.#column) cells.push(" ");
      cells.splice(this.#column, width, character, ...Array.from({ length: width - 1 }, () => ""));
      this.#column += width;
    }
  }

  #down(): void {
    this.#row += 1;
    while (this.#lines.length <= this.#row) this.#lines.push([]);
  }

  #cells(): string[] {
    return this.#lines[this.#row] ?? [];
  }
}
