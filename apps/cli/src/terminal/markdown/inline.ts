// Draws markdown within a block: emphasis, code, links. Line breaks are kept, because agents intend them.
import { decodeHTMLStrict } from "entities/decode";
import type { Token, Tokens } from "marked";
import { layered, STYLES, type Line, type Span, type Style } from "../line.ts";
import type { Palette } from "../encode-line.ts";

/** Returns one line more than there are line breaks in the text. */
export function drawInline(tokens: readonly Token[] | undefined, palette: Palette, style?: Style): Line[] {
  const lines: Span[][] = [[]];
  for (const part of toSpans(tokens ?? [], palette, style)) {
    for (const [index, text] of part.text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (text !== "") lines.at(-1)?.push({ ...part, text });
    }
  }
  return lines;
}

function toSpans(tokens: readonly Token[], palette: Palette, style: Style | undefined): Span[] {
  return tokens.flatMap((token) => toSpan(token, palette, style));
}

function toSpan(token: Token, palette: Palette, style: Style | undefined): Span[] {
  const inside = (above: Style): Span[] => toSpans(childrenOf(token), palette, layered(style, above));
  switch (token.type) {
    case "strong":
      return inside({ bold: true });
    case "em":
      return inside({ italic: true });
    case "del":
      return inside({ strike: true });
    case "codespan":
      return [{ text: marked((token as Tokens.Codespan).text, "`", palette), style: layered(style, STYLES.code) }];
    case "br":
      return [{ text: "\n" }];
    case "link":
      return drawLink(token as Tokens.Link, palette, style);
    case "image":
      return drawImage(token as Tokens.Image, style);
    case "checkbox":
      return [];
    default:
      return drawText(token, palette, style);
  }
}

/** Text, escapes, HTML and unknown tokens are shown as written. */
function drawText(token: Token, palette: Palette, style: Style | undefined): Span[] {
  const children = childrenOf(token);
  if (children.length > 0) return toSpans(children, palette, style);
  const text = "text" in token && typeof token.text === "string" ? token.text : token.raw;
  const isBreak = token.type === "html" && /^<br\s*\/?>$/i.test(text);
  return [{ text: isBreak ? "\n" : decodeHTMLStrict(text), style }];
}

/** Adds the address if the text could hide it: without clickable links, or if the text looks like another address. */
function drawLink({ href, text, tokens }: Tokens.Link, palette: Palette, style: Style | undefined): Span[] {
  const shown = toSpans(tokens, palette, layered(style, { underline: true })).map((part) => ({ ...part, link: href }));
  const isPlainText = text === href || `mailto:${text}` === href || `http://${text}` === href;
  const looksLikeAnother = /:\/\/|^www\.|^[\w-]+(\.[\w-]+)+(\/|$)/.test(text);
  if (isPlainText || (palette.hasLinks && !looksLikeAnother)) return shown;
  return [...shown, { text: ` (${href})`, style: layered(style, STYLES.dim) }];
}

function drawImage({ href, text }: Tokens.Image, style: Style | undefined): Span[] {
  const label = text === "" ? "image" : `image: ${text}`;
  return [{ text: `[${label}] ${href}`, style: layered(style, STYLES.dim) }];
}

function childrenOf(token: Token): readonly Token[] {
  return "tokens" in token && Array.isArray(token.tokens) ? token.tokens : [];
}

/** Without colours, the markdown characters are kept. */
function marked(text: string, mark: string, { hasColor }: Palette): string {
  return hasColor ? text : mark + text + mark;
}
