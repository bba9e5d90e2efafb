// Compares what an agent sends as the user's words with the prompt it was given.
import type { ContentBlock } from "../generated/types.ts";

export class PromptEcho {
  readonly #prompt: readonly ContentBlock[];
  /** The block that is expected next, and how much of its text has come. */
  #index = 0;
  #offset = 0;

  constructor(prompt: readonly ContentBlock[]) {
    this.#prompt = prompt;
  }

  /** Whole blocks have come back, none in part. */
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

  /** One piece may end several blocks. Blocks that are not text may be missing: some agents give back the text only. */
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

/** Agents drop names, sizes and annotations on the way; what the block points at or holds must be the same. */
function isSameThing(one: ContentBlock, other: ContentBlock): boolean {
  if (one.type !== other.type) return false;
  if ("data" in one && "data" in other) return one.data === other.data;
  if ("uri" in one && "uri" in other) return one.uri === other.uri;
  if ("resource" in one && "resource" in other) return one.resource.uri === other.resource.uri;
  return false;
}
