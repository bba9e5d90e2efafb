// Markdown as blocks, parsed as it arrives: only the last block is parsed again with each chunk.
import { MarkdownBlocks, type MarkdownBlock } from "@parley/chat-model/markdown";
import { useRef } from "react";

export interface MarkdownText {
  readonly text: string;
  /** Number of characters that were cut from the beginning. */
  readonly trimmedChars: number;
  /** More may come. */
  readonly isOpen: boolean;
  /** The object that the text is from: what is finished is parsed once for it, however often it is shown. */
  readonly source: object;
}

export interface ParsedMarkdown {
  readonly finished: readonly MarkdownBlock[];
  readonly open: MarkdownBlock | undefined;
}

const parsed = new WeakMap<object, ParsedMarkdown>();

export function useMarkdown(given: MarkdownText): ParsedMarkdown {
  const reader = useRef<MarkdownReader>(undefined);
  const known = parsed.get(given.source);
  if (!given.isOpen && known !== undefined) return known;
  reader.current ??= new MarkdownReader();
  const blocks = reader.current.read(given);
  const now: ParsedMarkdown = { finished: blocks.finished, open: blocks.open };
  if (!given.isOpen) parsed.set(given.source, now);
  return now;
}

/** Enough to see that a text is the one of before, with more at its end. */
const COMPARED_CHARS = 64;

class MarkdownReader {
  #blocks = new MarkdownBlocks();
  #end = "";
  #chars = 0;
  #isEnded = false;

  read({ text, trimmedChars, isOpen }: MarkdownText): MarkdownBlocks {
    const chars = trimmedChars + text.length;
    if (!this.#isContinuedBy(text, trimmedChars)) {
      this.#blocks = new MarkdownBlocks();
      this.#isEnded = false;
      this.#blocks.push(text);
    } else if (chars > this.#chars) this.#blocks.push(text.slice(this.#chars - trimmedChars));
    if (!isOpen && !this.#isEnded) {
      this.#blocks.end();
      this.#isEnded = true;
    }
    this.#chars = chars;
    this.#end = text.slice(-COMPARED_CHARS);
    return this.#blocks;
  }

  #isContinuedBy(text: string, trimmedChars: number): boolean {
    const known = this.#chars - trimmedChars;
    if (this.#isEnded) return known === text.length && text.endsWith(this.#end);
    return known >= this.#end.length && text.startsWith(this.#end, known - this.#end.length) && known <= text.length;
  }
}
