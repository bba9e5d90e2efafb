// Reads lines from a terminal, with or without echo, or from a pipe.
import type { Readable, Writable } from "node:stream";
import { SECRET_CHARS_MAX } from "../limits.ts";

/** In raw mode a terminal delivers single keys and does not echo them. */
export interface LineInput extends Readable {
  readonly isTTY?: boolean | undefined;
  setRawMode?(isRaw: boolean): unknown;
}

export interface ReadLine {
  readonly prompt: string;
  /** Without echo. */
  readonly isHidden?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

const INTERRUPT = "\u0003";
const END = "\u0004";
const CLEAR = "\u0015";
const BACKSPACES: ReadonlySet<string> = new Set(["\u0008", "\u007F"]);
/** Arrow keys and paste markers. */
// oxlint-disable-next-line no-control-regex -- matches control characters
const SEQUENCES = /\u001B(?:\[[0-9;?]*[ -/]*[@-~]|O[ -~]|[ -NP-Z\\-~])/g;
/** An incomplete sequence at the end of the input. */
// oxlint-disable-next-line no-control-regex -- matches control characters
const UNFINISHED = /\u001B(?:\[[0-9;?]*[ -/]*|O)?$/;

export class LineReader {
  readonly #input: LineInput;
  readonly #output: Writable;
  readonly #decoder = new TextDecoder();
  /** Input that was typed ahead. */
  #typed = "";
  #isOver = false;

  constructor(input: LineInput, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  /** Undefined if the user cancelled (Ctrl-C, Ctrl-D), the signal aborted, or the input ended. */
  read({ prompt, isHidden = false, signal }: ReadLine): Promise<string | undefined> {
    const isTerminal = this.#input.isTTY === true && this.#input.setRawMode !== undefined;
    // Before the question is shown, because the user may type at once.
    if (isTerminal) this.#input.setRawMode?.(true);
    if (isTerminal) this.#output.write(prompt);
    const line = new TypedLine((text) => {
      if (isTerminal && !isHidden) this.#output.write(text);
    });
    return new Promise((resolve) => {
      const finish = (result: string | undefined): void => {
        this.#input.off("data", onData).off("end", onEnd).off("close", onEnd);
        signal?.removeEventListener("abort", onAbort);
        this.#input.pause();
        if (isTerminal) this.#input.setRawMode?.(false);
        if (isTerminal) this.#output.write("\n");
        resolve(result);
      };
      const look = (): void => {
        const taken = line.take(this.#typed, this.#isOver && !isTerminal);
        this.#typed = taken.rest;
        if (taken.isDone) finish(taken.text);
        else if (this.#isOver) finish(undefined);
      };
      const onData = (chunk: Buffer | string): void => {
        this.#typed += typeof chunk === "string" ? chunk : this.#decoder.decode(chunk, { stream: true });
        look();
      };
      const onEnd = (): void => {
        this.#isOver = true;
        look();
      };
      const onAbort = (): void => finish(undefined);
      if (signal?.aborted === true) return onAbort();
      signal?.addEventListener("abort", onAbort, { once: true });
      if (this.#input.readableEnded || this.#input.destroyed) this.#isOver = true;
      this.#input.on("data", onData).on("end", onEnd).on("close", onEnd);
      this.#input.resume();
      look();
    });
  }
}

interface Taken {
  readonly isDone: boolean;
  readonly text?: string | undefined;
  /** Input that belongs to the next line. */
  readonly rest: string;
}

class TypedLine {
  readonly #echo: (text: string) => void;
  #characters: string[] = [];

  constructor(echo: (text: string) => void) {
    this.#echo = echo;
  }

  take(typed: string, isLast: boolean): Taken {
    const unfinished = UNFINISHED.exec(typed)?.[0] ?? "";
    const whole = typed.slice(0, typed.length - unfinished.length).replaceAll(SEQUENCES, "");
    const characters = Array.from(whole);
    const restAfter = (index: number): string => characters.slice(index + 1).join("") + unfinished;
    for (const [index, character] of characters.entries()) {
      if (character === "\r" || character === "\n") {
        const rest = restAfter(index);
        const isPair = character === "\r" && rest.startsWith("\n");
        return { isDone: true, text: this.#characters.join(""), rest: isPair ? rest.slice(1) : rest };
      }
      if (character === INTERRUPT || (character === END && this.#characters.length === 0)) {
        return { isDone: true, rest: restAfter(index) };
      }
      this.#type(character);
    }
    if (isLast && this.#characters.length > 0) return { isDone: true, text: this.#characters.join(""), rest: "" };
    return { isDone: false, rest: unfinished };
  }

  #type(character: string): void {
    if (BACKSPACES.has(character)) {
      if (this.#characters.pop() !== undefined) this.#echo("\b \b");
    } else if (character === CLEAR) {
      this.#echo("\b \b".repeat(this.#characters.length));
      this.#characters = [];
    } else if (character >= " " && this.#characters.length < SECRET_CHARS_MAX) {
      this.#characters.push(character);
      this.#echo(character);
    }
  }
}
