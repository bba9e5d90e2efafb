// Streamed markdown as blocks: finished ones are parsed once and stay the same objects, only the open one is parsed again.
import { CODE_BLOCK_LINES_MAX } from "../limits.ts";
import type { Piece } from "./block-cutter.ts";
import type { DecodeEntities } from "./decode-entities.ts";
import type { BlockNode } from "./markdown-node.ts";
import { MarkdownSource } from "./markdown-source.ts";
import { parseMarkdown } from "./parse-markdown.ts";
import { readPlainParagraph } from "./plain-paragraph.ts";
import { withoutOpenMarks } from "./unfinished.ts";

export interface MarkdownBlock {
  /** Unique within the text, ascending. */
  readonly id: number;
  readonly nodes: readonly BlockNode[];
  /** Length of its source. */
  readonly chars: number;
  /** The rest of a code block whose beginning is a block of its own. */
  readonly isContinued?: boolean | undefined;
}

interface OpenCode {
  readonly info: string;
  readonly isApart: boolean;
  lines: string[];
  isContinued: boolean;
}

export class MarkdownBlocks {
  readonly #source = new MarkdownSource();
  readonly #decode: DecodeEntities | undefined;
  readonly #finished: MarkdownBlock[] = [];
  #finishedView: readonly MarkdownBlock[] | undefined;
  #code: OpenCode | undefined;
  #open: MarkdownBlock | undefined;
  #isOpenKnown = true;
  #nextId = 1;
  #chars = 0;

  constructor({ decodeEntities }: { readonly decodeEntities?: DecodeEntities | undefined } = {}) {
    this.#decode = decodeEntities;
  }

  push(chunk: string): void {
    this.#chars += chunk.length;
    this.#source.push(chunk);
    this.#take();
  }

  /** For a text that is at hand as a whole and only grows: adds what is new. `trimmedChars` were cut from its beginning. */
  update(text: string, trimmedChars = 0): void {
    const known = this.#chars - trimmedChars;
    if (text.length > known) this.push(text.slice(Math.max(0, known)));
  }

  end(): void {
    this.#source.end();
    this.#take();
  }

  /** The same array until a block is finished. */
  get finished(): readonly MarkdownBlock[] {
    this.#finishedView ??= [...this.#finished];
    return this.#finishedView;
  }

  /** The block that is still arriving, as it looks now; the same object until more arrives. */
  get open(): MarkdownBlock | undefined {
    if (!this.#isOpenKnown) this.#open = this.#parseOpen();
    this.#isOpenKnown = true;
    return this.#open;
  }

  #take(): void {
    for (const block of this.#source.takePieces().flatMap((piece) => this.#toBlocks(piece))) {
      this.#finished.push(block);
      this.#finishedView = undefined;
    }
    this.#isOpenKnown = false;
  }

  #toBlocks(piece: Piece): MarkdownBlock[] {
    switch (piece.type) {
      case "block":
        return [this.#finish(this.#parse(piece.source, piece.isApart, piece.number), piece.source.length)];
      case "fence":
        this.#code = { info: piece.info, isApart: piece.isApart, lines: [], isContinued: false };
        return [];
      case "code":
        return this.#addCode(piece.lines);
      case "fence_end": {
        const code = this.#code;
        this.#code = undefined;
        return code === undefined || (code.isContinued && code.lines.length === 0) ? [] : [this.#finishCode(code)];
      }
    }
  }

  /** A long code block is finished in parts, so that its lines are not handed out again with every chunk. */
  #addCode(lines: readonly string[]): MarkdownBlock[] {
    const code = this.#code;
    if (code === undefined) return [];
    const blocks: MarkdownBlock[] = [];
    for (const text of lines) {
      code.lines.push(text);
      if (code.lines.length < CODE_BLOCK_LINES_MAX) continue;
      blocks.push(this.#finishCode(code));
      code.lines = [];
      code.isContinued = true;
    }
    return blocks;
  }

  #finishCode(code: OpenCode): MarkdownBlock {
    const node = toCodeNode(code);
    return this.#finish([node], node.text.length, code.isContinued);
  }

  #finish(nodes: readonly BlockNode[], chars: number, isContinued = false): MarkdownBlock {
    const block = { id: this.#nextId, nodes, chars, ...(isContinued && { isContinued }) };
    this.#nextId += 1;
    return block;
  }

  #parseOpen(): MarkdownBlock | undefined {
    const id = this.#nextId;
    const { partial, open } = this.#source;
    if (this.#code !== undefined) {
      const lines = partial === "" ? this.#code.lines : [...this.#code.lines, partial];
      const { isContinued } = this.#code;
      const node = toCodeNode({ ...this.#code, lines });
      return { id, nodes: [node], chars: node.text.length, ...(isContinued && { isContinued }) };
    }
    if (open === undefined) return undefined;
    const nodes = this.#parse(withoutOpenMarks(open.source), open.isApart, open.number);
    return { id, nodes, chars: open.source.length };
  }

  /** The first node of a piece stands apart if the piece does. */
  #parse(source: string, isApart: boolean, start: number | undefined): readonly BlockNode[] {
    const plain = readPlainParagraph(source);
    if (plain !== undefined) return [{ ...plain, isApart }];
    const [first, ...rest] = parseMarkdown(source, { start, decodeEntities: this.#decode });
    return first === undefined ? [] : [{ ...first, isApart: isApart || first.isApart }, ...rest];
  }
}

function toCodeNode({ info, isApart, lines, isContinued }: OpenCode): Extract<BlockNode, { type: "code" }> {
  return { type: "code", info, text: lines.join("\n"), isApart: isApart && !isContinued };
}
