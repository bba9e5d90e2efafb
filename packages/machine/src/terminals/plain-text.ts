// Converts terminal output to plain text: without colours and cursor control, each line in its final state.
import { PLAIN_LINE_CHARS_MAX } from "../limits.ts";

/** Nearly all output has none of these, and is passed on unchanged. */
// oxlint-disable-next-line no-control-regex -- these are the characters that control a terminal
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f\u009b]/;

// oxlint-disable-next-line no-control-regex -- as above
const PARAMETER = /[\u0020-\u003f]/;

type Mode = "text" | "escape" | "sequence" | "string" | "string_end" | "charset";

const ESC = "\u001b";

/** Follows only one line, because if a program moves the cursor up, it changes lines that were already passed on. */
export class PlainText {
  #cells: string[] = [];
  #cursor = 0;
  #mode: Mode = "text";
  #parameters = "";
  /** How much of the incomplete line was already passed on. */
  #taken = 0;

  /** The newly completed lines. */
  push(text: string): string {
    const joined = text.replaceAll("\r\n", "\n");
    const isPlain = this.#mode === "text" && !CONTROL.test(joined);
    const lines = isPlain ? this.#pushPlain(joined) : this.#pushSlowly(text);
    return lines + this.#overlong();
  }

  /** Complete lines stay unchanged. */
  #pushPlain(text: string): string {
    const end = text.lastIndexOf("\n") + 1;
    const first = text.indexOf("\n") + 1;
    const lines = this.#pushSlowly(text.slice(0, first)) + text.slice(first, end);
    return lines + this.#pushSlowly(text.slice(end));
  }

  #pushSlowly(text: string): string {
    let lines = "";
    for (const character of text) lines += this.#add(character);
    return lines;
  }

  /** The incomplete line. */
  get line(): string {
    return this.#cells.slice(this.#taken).join("");
  }

  /** Like `line`, but passes it on. Text that overwrites it later becomes another line. */
  take(): string {
    const { line } = this;
    this.#taken = this.#cells.length;
    return line;
  }

  #add(character: string): string {
    switch (this.#mode) {
      case "text":
        return this.#text(character);
      case "escape":
        this.#escape(character);
        return "";
      case "sequence":
        this.#sequence(character);
        return "";
      case "charset":
        this.#mode = "text";
        return "";
      case "string":
        if (character === ESC) this.#mode = "string_end";
        else if (character === "\u0007" || character === "\u009c") this.#mode = "text";
        return "";
      case "string_end":
        this.#mode = character === "\\" ? "text" : "string";
        return "";
    }
  }

  #text(character: string): string {
    switch (character) {
      case "\n":
        return this.#end();
      case "\r":
        this.#moveTo(0);
        return "";
      case "\b":
        this.#moveTo(this.#cursor - 1);
        return "";
      case ESC:
        this.#mode = "escape";
        return "";
      case "\u009b":
        this.#begin();
        return "";
      default:
        if (character === "\t" || !CONTROL.test(character)) this.#put(character);
        return "";
    }
  }

  #escape(character: string): void {
    if (character === "[") this.#begin();
    else if ("]PX^_".includes(character)) this.#mode = "string";
    else if ("()*+-./#% ".includes(character)) this.#mode = "charset";
    else this.#mode = "text";
  }

  #begin(): void {
    this.#mode = "sequence";
    this.#parameters = "";
  }

  #sequence(character: string): void {
    if (PARAMETER.test(character)) {
      // A sequence has few parameters; the rest of a longer one is ignored.
      if (this.#parameters.length < 32) this.#parameters += character;
      return;
    }
    this.#mode = "text";
    const count = Number.parseInt(this.#parameters, 10);
    const steps = Number.isNaN(count) || count === 0 ? 1 : count;
    if (character === "K") this.#erase(count);
    else if (character === "G") this.#moveTo(steps - 1);
    else if (character === "D") this.#moveTo(this.#cursor - steps);
    else if (character === "C") this.#moveTo(this.#cursor + steps);
  }

  /** 0 or missing: from the cursor. 1: up to it. 2: everything. */
  #erase(what: number): void {
    if (what === 1) this.#cells.fill(" ", this.#taken, Math.max(this.#taken, this.#cursor + 1));
    else this.#cells.length = Math.max(this.#taken, what === 2 ? 0 : Math.min(this.#cells.length, this.#cursor));
  }

  #moveTo(column: number): void {
    this.#cursor = Math.min(Math.max(0, column), PLAIN_LINE_CHARS_MAX);
  }

  #put(character: string): void {
    if (this.#cursor < this.#taken) this.#restart();
    while (this.#cells.length < this.#cursor) this.#cells.push(" ");
    this.#cells[this.#cursor] = character;
    this.#cursor += 1;
  }

  /** The cursor is within text that was already passed on, so new text is shown below it. */
  #restart(): void {
    this.#cells = ["\n", ...Array.from({ length: this.#cursor }, () => " ")];
    this.#cursor += 1;
    this.#taken = 0;
  }

  #end(): string {
    const { line } = this;
    this.#cells = [];
    this.#cursor = 0;
    this.#taken = 0;
    return `${line}\n`;
  }

  /** A line that never ends is passed on in parts. */
  #overlong(): string {
    if (this.#cells.length < PLAIN_LINE_CHARS_MAX) return "";
    const { line } = this;
    this.#cells = [];
    this.#cursor = 0;
    this.#taken = 0;
    return line;
  }
}
