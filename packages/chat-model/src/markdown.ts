// Markdown as data, whole or while it arrives. A separate entry, so that only surfaces that show markdown load the parser.
export type { OpenBlock, Piece } from "./markdown/block-cutter.ts";
export { decodeCommonEntities, type DecodeEntities } from "./markdown/decode-entities.ts";
export { MarkdownBlocks, type MarkdownBlock } from "./markdown/markdown-blocks.ts";
export type {
  BlockNode,
  InlineNode,
  ListItem,
  ListNode,
  TableAlign,
  TableCell,
  TableNode,
} from "./markdown/markdown-node.ts";
export { MarkdownSource } from "./markdown/markdown-source.ts";
export { parseInline, parseMarkdown, type ParseMarkdownOptions } from "./markdown/parse-markdown.ts";
export { cutPlace, withoutOpenMarks } from "./markdown/unfinished.ts";
