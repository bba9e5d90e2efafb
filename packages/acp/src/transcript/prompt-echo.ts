// Tells whether what an agent sends as the user's words is the prompt it was just given.
import type { ContentBlock } from "../generated/types.ts";

/**
 * - `whole`: everything up to the end of a block of the prompt has come back;
 * - `part`: it agrees so far, in the middle of a block;
 * - `other`: it is something else.
 */
export type EchoVerdict = "whole" | "part" | "other";

export class PromptEcho {
  readonly #prompt: readonly ContentBlock[];
  /** The block that is expected next, and how much of its text has come. */
  #index = 0;
  #offset = 0;

  constructor(prompt: readonly ContentBlock[]) {
    this.#prompt = prompt;
  }

  get isComplete(): boolean {
    return this.#index >= this.#prompt.length;
  }

  /** Looks at the next piece. After `other` the echo is over. */
  take(block: ContentBlock): EchoVerdict {
    return block.type === "text" ? this.#takeText(block.text) : this.#takeBlock(block);
  }

  /** One chunk may end several blocks. Blocks that are not text may be missing: some agents give back the text only. */
  #takeText(text: string): EchoVerdict {
    let index = this.#index;
    let offset = this.#offset;
    let start = 0;
    while (start < text.length) {
      const expected = this.#prompt[index];
      if (expected === undefined) return "other";
      const left = expected.type === "text" ? expected.text.length - offset : 0;
      const taken = Math.min(left, text.length - start);
      if (expected.type === "text" && !isSamePart(expected.text, offset, text, start, taken)) return "other";
      start += taken;
      offset += taken;
      if (taken === left) {
        index += 1;
        offset = 0;
      }
    }
    this.#index = index;
    this.#offset = offset;
    return offset === 0 ? "whole" : "part";
  }

  #takeBlock(block: ContentBlock): EchoVerdict {
    const expected = this.#prompt[this.#index];
    if (expected === undefined || this.#offset > 0 || !isSameThing(expected, block)) return "other";
    this.#index += 1;
    return "whole";
  }
}

function isSamePart(one: string, oneStart: number, other: string, otherStart: number, length: number): boolean {
  return one.startsWith(other.slice(otherStart, otherStart + length), oneStart);
}

/** Agents drop names, sizes and annotations on the way; what the block points at or holds must be the same. */
function isSameThing(one: ContentBlock, other: ContentBlock): boolean {
  if (one.type !== other.type) return false;
  if ("data" in one && "data" in other) return one.data === other.data;
  if ("uri" in one && "uri" in other) return one.uri === other.uri;
  if ("resource" in one && "resource" in other) return one.resource.uri === other.resource.uri;
  return false;
}
