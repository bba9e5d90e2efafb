// Parses markdown into plain data. Only the lexer of the library is used, so no HTML is ever made.
import { Lexer, type Token, type Tokens } from "marked";
import { MARKDOWN_NESTING_MAX } from "../limits.ts";
import { decodeCommonEntities, type DecodeEntities } from "./decode-entities.ts";
import type { BlockNode, InlineNode, ListItem } from "./markdown-node.ts";
import { readPlainInline, readPlainParagraph } from "./plain-paragraph.ts";

export interface ParseMarkdownOptions {
  /** The number of the first item of an ordered list, if it is not in the source. */
  readonly start?: number | undefined;
  readonly decodeEntities?: DecodeEntities | undefined;
}

/** The source must not contain control characters. */
export function parseMarkdown(source: string, options: ParseMarkdownOptions = {}): BlockNode[] {
  const plain = readPlainParagraph(source);
  return plain === undefined ? lexMarkdown(source, options) : [plain];
}

/** Parses a piece of a paragraph. */
export function parseInline(source: string, options: ParseMarkdownOptions = {}): InlineNode[] {
  const plain = readPlainInline(source);
  return plain === undefined ? lexInline(source, options) : [plain];
}

function lexMarkdown(source: string, options: ParseMarkdownOptions): BlockNode[] {
  try {
    return new MarkdownReader(options).blocks(new Lexer({ gfm: true }).lex(source), 0);
  } catch (error) {
    // The lexer is recursive, so deeply nested source can overflow the stack.
    if (!(error instanceof RangeError)) throw error;
    return [{ type: "paragraph", isApart: false, children: [{ type: "text", text: source }] }];
  }
}

function lexInline(source: string, options: ParseMarkdownOptions): InlineNode[] {
  try {
    return new MarkdownReader(options).inline(Lexer.lexInline(source), 0);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ type: "text", text: source }];
  }
}

class MarkdownReader {
  readonly #start: number | undefined;
  readonly #decode: DecodeEntities;

  constructor({ start, decodeEntities = decodeCommonEntities }: ParseMarkdownOptions) {
    this.#start = start;
    this.#decode = decodeEntities;
  }

  blocks(tokens: readonly Token[], depth: number): BlockNode[] {
    const nodes: BlockNode[] = [];
    let isAfterBlank = false;
    for (const token of tokens) {
      const isApart = isAfterBlank || token.type === "heading";
      if (token.type !== "space" && token.type !== "checkbox") nodes.push({ isApart, ...this.#block(token, depth) });
      isAfterBlank = token.type === "space" || /\n[ \t]*\n$/.test(token.raw);
    }
    return nodes;
  }

  #block(token: Token, depth: number): BlockContent {
    if (depth > MARKDOWN_NESTING_MAX) return { type: "html", text: token.raw.trimEnd() };
    switch (token.type) {
      case "heading":
        return { type: "heading", depth: (token as Tokens.Heading).depth, children: this.inline(token.tokens, depth) };
      case "code": {
        const { text, lang = "" } = token as Tokens.Code;
        return { type: "code", info: lang, text };
      }
      case "blockquote":
        return { type: "quote", children: this.blocks((token as Tokens.Blockquote).tokens, depth + 1) };
      case "list":
        return this.#list(token as Tokens.List, depth);
      case "table":
        return this.#table(token as Tokens.Table, depth);
      case "hr":
        return { type: "rule" };
      case "html":
      case "def":
        return { type: "html", text: token.raw.trimEnd() };
      default: {
        const tokens = childrenOf(token);
        const children = tokens === undefined ? this.#text(token.raw) : this.inline(tokens, depth);
        return { type: "paragraph", children };
      }
    }
  }

  #list(list: Tokens.List, depth: number): BlockContent {
    const own = typeof list.start === "number" ? list.start : 1;
    // The number that is not in the source is that of the outermost list.
    const start = depth === 0 ? (this.#start ?? own) : own;
    const items = list.items.map(({ tokens, task, checked }): ListItem => {
      const children = this.blocks(tokens, depth + 1);
      return task ? { isChecked: checked === true, children } : { children };
    });
    return { type: "list", isOrdered: list.ordered, start, isLoose: list.loose, items };
  }

  #table({ align, header, rows }: Tokens.Table, depth: number): BlockContent {
    const toCell = ({ tokens }: Tokens.TableCell): InlineNode[] => this.inline(tokens, depth);
    return { type: "table", align, header: header.map(toCell), rows: rows.map((row) => row.map(toCell)) };
  }

  inline(tokens: readonly Token[] | undefined, depth: number): InlineNode[] {
    return (tokens ?? []).flatMap((token) => this.#inlineNode(token, depth));
  }

  #inlineNode(token: Token, depth: number): InlineNode[] {
    if (depth > MARKDOWN_NESTING_MAX) return [{ type: "text", text: token.raw }];
    const children = childrenOf(token) ?? [];
    const inside = (): InlineNode[] => this.inline(children, depth + 1);
    switch (token.type) {
      case "strong":
        return [{ type: "strong", children: inside() }];
      case "em":
        return [{ type: "emphasis", children: inside() }];
      case "del":
        return [{ type: "strike", children: inside() }];
      case "codespan":
        return [{ type: "code", text: (token as Tokens.Codespan).text }];
      case "br":
        return [{ type: "break" }];
      case "link": {
        const { href, text } = token as Tokens.Link;
        return [{ type: "link", href, text, children: inside() }];
      }
      case "image": {
        const { href, text } = token as Tokens.Image;
        return [{ type: "image", href, text }];
      }
      case "checkbox":
        return [];
      default:
        return children.length > 0 ? inside() : this.#plain(token);
    }
  }

  /** Text, escapes, HTML, and whatever a later version of the library knows: as it was written. */
  #plain(token: Token): InlineNode[] {
    const text = "text" in token && typeof token.text === "string" ? token.text : token.raw;
    return token.type === "html" && /^<br\s*\/?>$/i.test(text) ? [{ type: "break" }] : this.#text(text);
  }

  #text(text: string): InlineNode[] {
    return [{ type: "text", text: this.#decode(text) }];
  }
}

type WithoutApart<Node> = Node extends unknown ? Omit<Node, "isApart"> : never;
type BlockContent = WithoutApart<BlockNode>;

function childrenOf(token: Token): readonly Token[] | undefined {
  return "tokens" in token && Array.isArray(token.tokens) ? token.tokens : undefined;
}
