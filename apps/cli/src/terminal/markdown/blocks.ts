// Draws markdown blocks: headings, paragraphs, lists, quotes, code, tables, rules.
import { neutralLine } from "@parley/base";
import {
  parseMarkdown,
  type BlockNode,
  type InlineNode,
  type ListItem,
  type ListNode,
} from "@parley/chat-model/markdown";
import { decodeHTMLStrict } from "entities/decode";
import { drawCode } from "../highlight/draw-code.ts";
import { EMPTY_LINE, restyled, STYLES, type Line } from "../line.ts";
import type { Theme } from "../theme.ts";
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
export function drawMarkdown(source: string, theme: Theme, { start }: ItemNumbering = {}): Line[] {
  return drawBlocks(parseMarkdown(source, { start, decodeEntities: decodeHTMLStrict }), theme, 0);
}

function drawBlocks(nodes: readonly BlockNode[], theme: Theme, depth: number): Line[] {
  const lines: Line[] = [];
  for (const node of nodes) {
    const drawn = drawBlock(node, theme, depth);
    if (lines.length > 0 && drawn.length > 0 && node.isApart) lines.push(EMPTY_LINE);
    lines.push(...drawn);
  }
  return lines;
}

function drawBlock(node: BlockNode, theme: Theme, depth: number): Line[] {
  switch (node.type) {
    case "heading":
      return drawHeading(node.children, node.depth, theme);
    case "code":
      return drawCode(node.text, neutralLine(node.info), theme).map((row) => [{ text: CODE_INDENT }, ...row]);
    case "quote":
      return drawQuote(node.children, theme, depth);
    case "list":
      return drawList(node, theme, depth);
    case "table":
      return drawTable(node, theme);
    case "rule":
      return [[{ text: theme.symbols.rule.repeat(Math.min(theme.columns, RULE_COLUMNS_MAX)), style: STYLES.dim }]];
    case "html":
      return node.text.split("\n").flatMap((text) => wrapLine([{ text, style: STYLES.dim }], theme.columns));
    case "paragraph":
      return drawInline(node.children, theme).flatMap((part) => wrapLine(part, theme.columns));
  }
}

function drawHeading(children: readonly InlineNode[], depth: number, theme: Theme): Line[] {
  const style = depth === 1 ? STYLES.title : STYLES.heading;
  const mark = theme.hasColor ? [] : [{ text: `${"#".repeat(depth)} ` }];
  return drawInline(children, theme, style).flatMap((part) => wrapLine([...mark, ...part], theme.columns));
}

function drawQuote(children: readonly BlockNode[], theme: Theme, depth: number): Line[] {
  const bar: Line = [{ text: `${theme.symbols.bar} `, style: STYLES.dim }];
  const inside = drawBlocks(children, narrowed(theme, 2, depth), depth + 1);
  return inside.map((row) => [...bar, ...restyled(row, { italic: true })]);
}

function drawList({ isOrdered, start, isLoose, items }: ListNode, theme: Theme, depth: number): Line[] {
  return items.flatMap((item, index) => {
    const mark = isOrdered ? `${start + index}. ` : `${theme.symbols.bullet} `;
    const drawn = drawItem(item, mark, theme, depth);
    return isLoose && index > 0 ? [EMPTY_LINE, ...drawn] : drawn;
  });
}

function drawItem({ isChecked, children }: ListItem, mark: string, theme: Theme, depth: number): Line[] {
  const box = isChecked === undefined ? "" : `[${isChecked ? "x" : " "}] `;
  const indent = { text: " ".repeat(mark.length + box.length) };
  const inside = drawBlocks(children, narrowed(theme, indent.text.length, depth), depth + 1);
  const rows = inside.length === 0 ? [EMPTY_LINE] : inside;
  return rows.map((row, index) => {
    if (index > 0) return row.length === 0 ? row : [indent, ...row];
    return [{ text: mark, style: STYLES.accent }, ...(box === "" ? [] : [{ text: box }]), ...row];
  });
}

function narrowed(theme: Theme, by: number, depth: number): Theme {
  return depth > MARKDOWN_DEPTH_MAX ? theme : { ...theme, columns: Math.max(COLUMNS_MIN, theme.columns - by) };
}
