// What is printed to the screen, in order: finished blocks, and messages that are still arriving.
import type { ChatOutput } from "@parley/chat-model";
import { MarkdownStream } from "../terminal/markdown/markdown-stream.ts";
import { EMPTY_LINE, type Line } from "../terminal/line.ts";
import type { Theme } from "../terminal/theme.ts";
import { drawBlock } from "./draw/draw-block.ts";
import { groupOf, type TerminalBlock } from "./terminal-block.ts";

interface Message {
  readonly type: "message";
  readonly itemId: number;
  readonly markdown: MarkdownStream;
  isOver: boolean;
  hasBegun: boolean;
}

export class Scrollback implements ChatOutput {
  #waiting: (TerminalBlock | Message)[] = [];
  #message: Message | undefined;
  #lastGroup: "none" | "work" | "own" = "none";
  /** Whether tool calls and thoughts are shown expanded. */
  isOpen = false;
  readonly #echoes: boolean;

  /** `echoes`: the terminal itself echoes what is typed, so prompts are not printed again. */
  constructor({ echoes = false }: { readonly echoes?: boolean } = {}) {
    this.#echoes = echoes;
  }

  add(block: TerminalBlock): void {
    this.endMessage();
    if (this.#echoes && block.type === "prompt" && block.isTyped === true) return;
    this.#waiting.push(block);
  }

  /** Appends text to the current message, or starts a new one. */
  say(itemId: number, text: string): void {
    if (this.#message?.itemId !== itemId) {
      this.endMessage();
      this.#message = { type: "message", itemId, markdown: new MarkdownStream(), isOver: false, hasBegun: false };
      this.#waiting.push(this.#message);
    }
    this.#message.markdown.push(text);
  }

  endMessage(): void {
    if (this.#message === undefined) return;
    this.#message.markdown.end();
    this.#message.isOver = true;
    this.#message = undefined;
  }

  beginTurn(): void {
    // Every prompt is a block of its own.
  }

  /** Later blocks are shown expanded, or no longer; what was printed stays as it is. */
  toggleOpen(): void {
    this.isOpen = !this.isOpen;
  }

  /** Returns the finished lines, each of them once. */
  take(theme: Theme): Line[] {
    const lines: Line[] = [];
    while (true) {
      const [first] = this.#waiting;
      if (first === undefined) return lines;
      if (first.type === "message") {
        lines.push(...this.#begin(first, first.markdown.take(theme)));
        if (!first.isOver) return lines;
      } else {
        lines.push(...this.#spaced(groupOf(first), drawBlock(first, theme, this.isOpen)));
      }
      this.#waiting.shift();
    }
  }

  /** Whether the next tool call is preceded by an empty line. */
  get isWorkApart(): boolean {
    return this.#lastGroup === "own";
  }

  /** The unfinished end of the current message; call it after `take`. */
  tail(theme: Theme): Line[] {
    const message = this.#message;
    if (message === undefined) return [];
    const lines = message.markdown.tail(theme);
    return lines.length > 0 && !message.hasBegun && this.#lastGroup !== "none" ? [EMPTY_LINE, ...lines] : lines;
  }

  #begin(message: Message, lines: readonly Line[]): Line[] {
    if (message.hasBegun || lines.length === 0) return [...lines];
    message.hasBegun = true;
    return this.#spaced("own", lines);
  }

  #spaced(group: "work" | "own", lines: readonly Line[]): Line[] {
    if (lines.length === 0) return [];
    const isApart = this.#lastGroup !== "none" && (group === "own" || this.#lastGroup !== group);
    this.#lastGroup = group;
    return isApart ? [EMPTY_LINE, ...lines] : [...lines];
  }
}
