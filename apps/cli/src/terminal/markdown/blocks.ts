// Draws markdown blocks: headings, paragraphs, lists, quotes, code, tables, rules.
import { Lexer, type Token, type Tokens } from "marked";
import { drawCode } from "../highlight/draw-code.ts";
import { EMPTY_LINE, restyled, STYLES, type Line } from "../line.ts";
import type { Theme } from "../theme.ts";
import { neutralLine } from "../neutral-text.ts";
import { wrapLine } from "../wrap.ts";
import { drawInline } from "./inline.ts";
import { drawTable } from "./table.ts";
import { MARKDOWN_DEPTH_MAX } from "../../limits.ts";

const RULE_COLUMNS_MAX = 40;
const CODE_INDENT = "  ";
const COLUMNS_MIN = 8;

export interface ItemNumbering {
  /** The number of the first item of an ordered list, if it is not in the source. */
  readonly start?: number | undefined;
}

/** The source must not contain control characters. Blocks are separated by empty lines. */
export function drawMarkdown(source: string, theme: Theme, numbering: ItemNumbering = {}): Line[] {
  try {
    return drawBlocks(new Lexer({ gfm: true }).lex(source), theme, 0, numbering);
  } catch (error) {
    // The parser and this function are recursive, so deeply nested source can overflow the stack.
    if (!(error instanceof RangeError)) throw error;
    return source.split("\n").flatMap((text) => wrapLine([{ text }], theme.columns));
  }
}

/** Keeps the author's empty lines, and always separates a heading. */
function drawBlocks(tokens: readonly Token[], theme: Theme, depth: number, numbering: ItemNumbering = {}): Line[] {
  const lines: Line[] = [];
  let isApart = false;
  for (const token of tokens) {
    const drawn = token.type === "space" ? [] : drawBlock(token, theme, depth, numbering);
    if (lines.length > 0 && drawn.length > 0 && (isApart || token.type === "heading")) lines.push(EMPTY_LINE);
    lines.push(...drawn);
    isApart = token.type === "space" || /\n[ \t]*\n$/.test(token.raw);
  }
  return lines;
}

function drawBlock(token: Token, theme: Theme, depth: number, numbering: ItemNumbering): Line[] {
  switch (token.type) {
    case "heading":
      return drawHeading(token as Tokens.Heading, theme);
    case "code": {
      const { text, lang } = token as Tokens.Code;
      return drawCode(text, neutralLine(lang ?? ""), theme).map((row) => [{ text: CODE_INDENT }, ...row]);
    }
    case "blockquote":
      return drawQuote(token as Tokens.Blockquote, theme, depth);
    case "list":
      return drawList(token as Tokens.List, theme, depth, numbering);
    case "table":
      return drawTable(token as Tokens.Table, theme);
    case "hr":
      return [[{ text: theme.symbols.rule.repeat(Math.min(theme.columns, RULE_COLUMNS_MAX)), style: STYLES.dim }]];
    case "checkbox":
      return [];
    case "html":
    case "def":
      return token.raw
        .trimEnd()
        .split("\n")
        .flatMap((text) => wrapLine([{ text, style: STYLES.dim }], theme.columns));
    default:
      return drawParagraph(token, theme);
  }
}

function drawParagraph(token: Token, theme: Theme): Line[] {
  const tokens = "tokens" in token ? token.tokens : [{ type: "text", raw: token.raw, text: token.raw }];
  return drawInline(tokens, theme).flatMap((part) => wrapLine(part, theme.columns));
}

function drawHeading({ tokens, depth }: Tokens.Heading, theme: Theme): Line[] {
  const style = depth === 1 ? STYLES.title : STYLES.heading;
  const mark = theme.hasColor ? [] : [{ text: `${"#".repeat(depth)} ` }];
  return drawInline(tokens, theme, style).flatMap((part) => wrapLine([...mark, ...part], theme.columns));
}

function drawQuote({ tokens }: Tokens.Blockquote, theme: Theme, depth: number): Line[] {
  const bar: Line = [{ text: `${theme.symbols.bar} `, style: STYLES.dim }];
  const inside = drawBlocks(tokens, narrowed(theme, 2, depth), depth + 1);
  return inside.map((row) => [...bar, ...restyled(row, { italic: true })]);
}

function drawList(list: Tokens.List, theme: Theme, depth: number, numbering: ItemNumbering): Line[] {
  const start = numbering.start ?? (typeof list.start === "number" ? list.start : 1);
  return list.items.flatMap((item, index) => {
    const mark = list.ordered ? `${start + index}. ` : `${theme.symbols.bullet} `;
    const drawn = drawItem(item, mark, theme, depth);
    return list.loose && index > 0 ? [EMPTY_LINE, ...drawn] : drawn;
  });
}

function drawItem(item: Tokens.ListItem, mark: string, theme: Theme, depth: number): Line[] {
  const box = item.task ? `[${item.checked === true ? "x" : " "}] ` : "";
  const indent = { text: " ".repeat(mark.length + box.length) };
  const inside = drawBlocks(item.tokens, narrowed(theme, indent.text.length, depth), depth + 1);
  const rows = inside.length === 0 ? [EMPTY_LINE] : inside;
  return rows.map((row, index) => {
    if (index > 0) return row.length === 0 ? row : [indent, ...row];
    return [{ text: mark, style: STYLES.accent }, ...(box === "" ? [] : [{ text: box }]), ...row];
  });
}

function narrowed(theme: Theme, by: number, depth: number): Theme {
  return depth > MARKDOWN_DEPTH_MAX ? theme : { ...theme, columns: Math.max(COLUMNS_MIN, theme.columns - by) };
}
