// The content blocks of one growing item. Adjacent text is merged; all other blocks stay separate.
import type { ContentBlock } from "../generated/types.ts";
import { OVERHEAD_CHARS } from "../limits.ts";
import { charsOf } from "./size.ts";
import { TextRun } from "./text-run.ts";

type Part = ContentBlock | TextRun;

/** What was cut from the beginning: whole blocks, then characters of the first text left. */
interface HeadCut {
  readonly blocks: number;
  readonly chars: number;
}

export class BlockList {
  readonly #parts: Part[];
  #view: readonly ContentBlock[] | undefined;
  #chars = 0;

  /** The given blocks are kept separate; only appended text is merged. */
  constructor(blocks: readonly ContentBlock[]) {
    this.#parts = [...blocks];
    for (const block of blocks) this.#chars += charsOfPart(block);
  }

  get chars(): number {
    return this.#chars;
  }

  /** Returns whether the block was merged into the text before it. */
  append(block: ContentBlock): boolean {
    this.#view = undefined;
    if (block.type === "text") {
      const run = toRun(this.#parts.at(-1));
      if (run?.takes(block)) {
        this.#parts[this.#parts.length - 1] = run;
        run.append(block.text);
        this.#chars += block.text.length;
        return true;
      }
    }
    this.#parts.push(block);
    this.#chars += charsOfPart(block);
    return false;
  }

  /** The same array until something changes. */
  view(): readonly ContentBlock[] {
    this.#view ??= this.#parts.map((part) => (part instanceof TextRun ? part.toBlock() : part));
    return this.#view;
  }

  /** Cuts at the beginning until about `charsMax` are left. The last block stays, but text is cut even there. */
  cutHead(charsMax: number): HeadCut {
    this.#view = undefined;
    let blocks = 0;
    let run: TextRun | undefined;
    for (const part of this.#parts) {
      if (this.#chars <= charsMax) break;
      const chars = charsOfPart(part);
      const isLast = blocks === this.#parts.length - 1;
      if (isLast || this.#chars - chars < charsMax) run = toRun(part);
      if (isLast || run !== undefined) break;
      this.#chars -= chars;
      blocks += 1;
    }
    this.#parts.splice(0, blocks);
    if (run === undefined) return { blocks, chars: 0 };
    this.#parts[0] = run;
    const chars = run.dropHead(this.#chars - charsMax);
    this.#chars -= chars;
    return { blocks, chars };
  }
}

/** The part as text that can be appended to and cut, if it is text. */
function toRun(part: Part | undefined): TextRun | undefined {
  if (part instanceof TextRun) return part;
  return part?.type === "text" ? new TextRun(part) : undefined;
}

function charsOfPart(part: Part): number {
  if (part instanceof TextRun) return part.chars + OVERHEAD_CHARS;
  return (part.type === "text" ? part.text.length : charsOf(part)) + OVERHEAD_CHARS;
}
