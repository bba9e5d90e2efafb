// Recognises a paragraph without any marks, which is what most blocks are: it needs no parser.
import type { BlockNode, InlineNode } from "./markdown-node.ts";

/** No line of it begins a list, a heading, a quote, a rule or a table, and no character of it could be a mark. */
const PLAIN =
  /^(?:[\p{L}.,("']|\d+(?![\d.)]))[^\n\\`*_~<>[\]&@|]*(?:\n(?:[\p{L}.,("']|\d+(?![\d.)]))[^\n\\`*_~<>[\]&@|]*)*$/u;
/** Addresses become links, and a space at the end of a line may be a line break. */
const ADDRESS_OR_BREAK = /:\/\/|(?:mailto|xmpp):|www\.| \n/i;

/** Undefined if the source may be anything else. */
export function readPlainParagraph(source: string): BlockNode | undefined {
  if (!PLAIN.test(source) || ADDRESS_OR_BREAK.test(source)) return undefined;
  return { type: "paragraph", isApart: false, children: [{ type: "text", text: source }] };
}

const MARK = /[\\`*_~<>[\]&@|]/;

/** A piece of a paragraph, as `parseInline` reads it. Undefined if it may have marks. */
export function readPlainInline(source: string): InlineNode | undefined {
  if (source === "" || MARK.test(source) || ADDRESS_OR_BREAK.test(source)) return undefined;
  return { type: "text", text: source };
}
