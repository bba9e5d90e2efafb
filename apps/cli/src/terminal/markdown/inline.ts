// Draws markdown within a block: emphasis, code, links. Line breaks are kept, because agents intend them.
import type { InlineNode } from "@parley/chat-model/markdown";
import { layered, STYLES, type Line, type Span, type Style } from "../line.ts";
import type { Palette } from "../encode-line.ts";

/** Returns one line more than there are line breaks in the text. */
export function drawInline(nodes: readonly InlineNode[], palette: Palette, style?: Style): Line[] {
  const lines: Span[][] = [[]];
  for (const part of toSpans(nodes, palette, style)) {
    for (const [index, text] of part.text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (text !== "") lines.at(-1)?.push({ ...part, text });
    }
  }
  return lines;
}

function toSpans(nodes: readonly InlineNode[], palette: Palette, style: Style | undefined): Span[] {
  return nodes.flatMap((node) => toSpan(node, palette, style));
}

const EMPHASIS = { strong: { bold: true }, emphasis: { italic: true }, strike: { strike: true } } as const;

function toSpan(node: InlineNode, palette: Palette, style: Style | undefined): Span[] {
  switch (node.type) {
    case "text":
      return [{ text: node.text, style }];
    case "strong":
    case "emphasis":
    case "strike":
      return toSpans(node.children, palette, layered(style, EMPHASIS[node.type]));
    case "code":
      // Without colours, the markdown characters are kept.
      return [{ text: palette.hasColor ? node.text : `\`${node.text}\``, style: layered(style, STYLES.code) }];
    case "break":
      return [{ text: "\n" }];
    case "link":
      return drawLink(node, palette, style);
    case "image":
      return drawImage(node, style);
  }
}

type NodeOf<Type extends InlineNode["type"]> = Extract<InlineNode, { type: Type }>;

/** Adds the address if the text could hide it: without clickable links, or if the text looks like another address. */
function drawLink({ href, text, children }: NodeOf<"link">, palette: Palette, style: Style | undefined): Span[] {
  const underlined = layered(style, { underline: true });
  const shown = toSpans(children, palette, underlined).map((part) => ({ ...part, link: href }));
  const isPlainText = text === href || `mailto:${text}` === href || `http://${text}` === href;
  const looksLikeAnother = /:\/\/|^www\.|^[\w-]+(\.[\w-]+)+(\/|$)/.test(text);
  if (isPlainText || (palette.hasLinks && !looksLikeAnother)) return shown;
  return [...shown, { text: ` (${href})`, style: layered(style, STYLES.dim) }];
}

function drawImage({ href, text }: NodeOf<"image">, style: Style | undefined): Span[] {
  const label = text === "" ? "image" : `image: ${text}`;
  return [{ text: `[${label}] ${href}`, style: layered(style, STYLES.dim) }];
}
