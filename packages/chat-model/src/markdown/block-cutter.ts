// Cuts markdown that arrives line by line into blocks: finished blocks are emitted, and the rest is the open block.
import { BLOCK_CHARS_MAX } from "../limits.ts";

export type Piece =
  /** A complete block, or a complete list item. */
  | {
      readonly type: "block";
      readonly source: string;
      /** Whether an empty line precedes the block. */
      readonly isApart: boolean;
      /** The number of an item in an ordered list. */
      readonly number?: number | undefined;
      /** The rest of a paragraph whose beginning has been drawn. */
      readonly isContinued?: boolean | undefined;
    }
  | { readonly type: "fence"; readonly info: string; readonly isApart: boolean }
  | { readonly type: "code"; readonly lines: readonly string[] }
  | { readonly type: "fence_end" };

export type OpenBlock = Extract<Piece, { type: "block" }>;

type Kind = "paragraph" | "list" | "quote" | "table" | "html";

interface Open {
  kind: Kind;
  lines: string[];
  chars: number;
  isApart: boolean;
  number?: number | undefined;
  isContinued?: boolean;
  /** The end marker of an open fence inside a list item. */
  fence?: RegExp | undefined;
}

const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})\s*(.*)$/;
const INNER_FENCE = /^\s*(`{3,}(?=[^`]*$)|~{3,})/;
const HEADING = /^ {0,3}#{1,6}(\s|$)/;
const RULE = /^ {0,3}([-*_])[ \t]*(\1[ \t]*){2,}$/;
const SETEXT = /^ {0,3}(=+|-+)\s*$/;
const QUOTE = /^ {0,3}>/;
const ITEM = /^ {0,3}(?:[-*+]|(\d{1,9})[.)])(?=\s|$)/;
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
/** A line that starts like this can only be plain text. */
const PLAIN = /^ {0,3}[^\s`~#>*+\-_=|<\d[]/;
const HTML = /^ {0,3}<(?:\/?[a-z][\w-]*(?:[\s/>]|$)|!--)/i;

export class BlockCutter {
  #pieces: Piece[] = [];
  #open: Open | undefined;
  #fence: { readonly end: RegExp; readonly indent: number } | undefined;
  #sawBlank = false;
  /** The number of the next item while a list is open. */
  #nextNumber: number | undefined;

  get isInFence(): boolean {
    return this.#fence !== undefined;
  }

  /** The open block, without the line that is still arriving. */
  get open(): OpenBlock | undefined {
    return this.#open && toPiece(this.#open);
  }

  /** Whether this unfinished line is paragraph text, whatever follows. */
  isParagraph(partial: string): boolean {
    if (this.#fence !== undefined) return false;
    return this.#open === undefined ? PLAIN.test(partial) : this.#open.kind === "paragraph";
  }

  /** Whether an empty line came just before. */
  get isAfterBlank(): boolean {
    return this.#sawBlank;
  }

  /** Adds one complete line, without its line break. */
  line(text: string): void {
    if (this.#fence !== undefined) this.#fenced(text, this.#fence);
    else if (text.trim() === "" && this.#open?.fence === undefined) this.#blank();
    else this.#text(text);
    if ((this.#open?.chars ?? 0) > BLOCK_CHARS_MAX) this.#close();
  }

  /** Replaces the open paragraph with its rest, after its beginning was drawn. */
  continueWith(rest: string): void {
    const lines = rest === "" ? [] : rest.split("\n");
    this.#open = { kind: "paragraph", lines, chars: rest.length, isApart: false, isContinued: true };
    this.#sawBlank = false;
  }

  takePieces(): Piece[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  end(): void {
    this.#close();
    if (this.#fence !== undefined) this.#pieces.push({ type: "fence_end" });
    this.#fence = undefined;
  }

  #fenced(text: string, { end, indent }: { readonly end: RegExp; readonly indent: number }): void {
    if (end.test(text)) {
      this.#fence = undefined;
      this.#pieces.push({ type: "fence_end" });
      return;
    }
    const unindented = text.replace(new RegExp(`^ {0,${indent}}`), "");
    const last = this.#pieces.at(-1);
    if (last?.type === "code") (last.lines as string[]).push(unindented);
    else this.#pieces.push({ type: "code", lines: [unindented] });
  }

  #blank(): void {
    this.#sawBlank = true;
    // A list item may continue after an empty line.
    if (this.#open?.kind === "list") this.#add("");
    else this.#close();
  }

  #text(text: string): void {
    if (this.#open?.kind === "list" && this.#goesOnInItem(text, this.#open)) {
      this.#add(text);
      return;
    }
    const fence = FENCE.exec(text);
    if (fence !== null) this.#openFence(fence);
    else if (HEADING.test(text)) this.#whole(text, true);
    else if (this.#open?.kind === "paragraph" && SETEXT.test(text)) this.#endWith(text);
    else if (RULE.test(text)) this.#whole(text, this.#sawBlank);
    else if (QUOTE.test(text)) this.#into("quote", text);
    else if (this.#startsItem(text)) this.#item(text);
    else this.#plain(text);
  }

  #plain(text: string): void {
    const open = this.#open;
    if (open?.kind === "paragraph" && isTableHead(open.lines, text)) open.kind = "table";
    if (open === undefined || (open.kind === "list" && this.#sawBlank)) {
      this.#into(HTML.test(text) ? "html" : "paragraph", text);
    } else {
      this.#add(text);
    }
  }

  /** Whether the line belongs to the item: inside its fence, or indented as its text is. */
  #goesOnInItem(text: string, open: Open): boolean {
    if (open.fence !== undefined) {
      if (open.fence.test(text)) open.fence = undefined;
      return true;
    }
    if (!/^(\s{2,}|\t)/.test(text)) return false;
    const inner = INNER_FENCE.exec(text);
    if (inner?.[1] !== undefined) open.fence = fenceEnd(inner[1]);
    return true;
  }

  #startsItem(text: string): boolean {
    const item = ITEM.exec(text);
    if (item === null) return false;
    // A paragraph is interrupted by a list only if it clearly is one: `1986. A good year` is not.
    if (this.#open?.kind !== "paragraph") return true;
    return item[1] === undefined ? /\S/.test(text.slice(item[0].length)) : item[1] === "1";
  }

  #item(text: string): void {
    const digits = ITEM.exec(text)?.[1];
    const isNext = this.#open?.kind === "list" && (digits === undefined) === (this.#nextNumber === undefined);
    let number = digits === undefined ? undefined : Number(digits);
    if (isNext && this.#nextNumber !== undefined) number = this.#nextNumber;
    this.#into("list", text, number);
    this.#nextNumber = number === undefined ? undefined : number + 1;
    const inner = INNER_FENCE.exec(text.replace(ITEM, ""));
    if (inner?.[1] !== undefined && this.#open !== undefined) this.#open.fence = fenceEnd(inner[1]);
  }

  #openFence([, indent = "", marker = "", info = ""]: RegExpExecArray): void {
    const isApart = this.#sawBlank;
    this.#close();
    this.#fence = { end: fenceEnd(marker), indent: indent.length };
    this.#pieces.push({ type: "fence", info, isApart });
    this.#sawBlank = false;
  }

  #whole(text: string, isApart: boolean): void {
    this.#close();
    this.#pieces.push({ type: "block", source: text, isApart });
    this.#sawBlank = false;
  }

  #endWith(text: string): void {
    this.#add(text);
    this.#close();
  }

  #into(kind: Kind, text: string, number?: number): void {
    if (this.#open?.kind === kind && kind !== "list") {
      this.#add(text);
      return;
    }
    const isApart = this.#sawBlank;
    this.#close();
    this.#open = { kind, lines: [text], chars: text.length, isApart, number };
    this.#sawBlank = false;
  }

  #add(text: string): void {
    if (this.#open === undefined) return;
    this.#open.lines.push(text);
    this.#open.chars += text.length + 1;
    if (text !== "") this.#sawBlank = false;
  }

  #close(): void {
    if (this.#open !== undefined) this.#pieces.push(toPiece(this.#open));
    this.#open = undefined;
  }
}

function toPiece({ lines, isApart, number, isContinued }: Open): OpenBlock {
  const source = lines.join("\n").trimEnd();
  return { type: "block", source, isApart, number, isContinued };
}

function fenceEnd(marker: string): RegExp {
  return new RegExp(`^\\s*${marker[0] ?? "`"}{${marker.length},}\\s*$`);
}

function isTableHead(lines: readonly string[], next: string): boolean {
  return lines.length === 1 && lines[0]?.includes("|") === true && next.includes("-") && TABLE_RULE.test(next);
}
