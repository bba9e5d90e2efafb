// Compares a user message from the agent with the prompt that was sent to it.
import type { ContentBlock } from "../generated/types.ts";

export class PromptEcho {
  readonly #prompt: readonly ContentBlock[];
  /** The block that is expected next, and how much of its text has arrived. */
  #index = 0;
  #offset = 0;

  constructor(prompt: readonly ContentBlock[]) {
    this.#prompt = prompt;
  }

  /** Whether the echo so far ends at the end of a block. */
  get isBetweenBlocks(): boolean {
    return this.#offset === 0;
  }

  get isComplete(): boolean {
    return this.#index >= this.#prompt.length;
  }

  /** Whether the next piece agrees with the prompt. If not, the message is not an echo. */
  take(block: ContentBlock): boolean {
    return block.type === "text" ? this.#takeText(block.text) : this.#takeBlock(block);
  }

  /** One piece may cover several blocks. Blocks other than text may be missing, because some agents echo only the text. */
  #takeText(text: string): boolean {
    let start = 0;
    while (start < text.length) {
      const expected = this.#prompt[this.#index];
      if (expected === undefined) return false;
      const left = expected.type === "text" ? expected.text.length - this.#offset : 0;
      const piece = text.slice(start, start + left);
      if (expected.type === "text" && !expected.text.startsWith(piece, this.#offset)) return false;
      start += piece.length;
      this.#offset += piece.length;
      if (piece.length === left) this.#advance();
    }
    return true;
  }

  #takeBlock(block: ContentBlock): boolean {
    const expected = this.#prompt[this.#index];
    if (expected === undefined || !this.isBetweenBlocks || !isSameThing(expected, block)) return false;
    this.#advance();
    return true;
  }

  #advance(): void {
    this.#index += 1;
    this.#offset = 0;
  }
}

/** Agents drop names, sizes and annotations, so only the target or the data of a block is compared. */
function isSameThing(one: ContentBlock, other: ContentBlock): boolean {
  if (one.type !== other.type) return false;
  if ("data" in one && "data" in other) return one.data === other.data;
  if ("uri" in one && "uri" in other) return one.uri === other.uri;
  if ("resource" in one && "resource" in other) return one.resource.uri === other.resource.uri;
  return false;
}
