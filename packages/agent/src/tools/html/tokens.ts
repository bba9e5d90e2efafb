// Splits HTML into tags and text in a single pass, without building or running anything.
import { decodeHTMLAttribute } from "entities/decode";

export type HtmlToken =
  | { readonly type: "text"; readonly text: string }
  /** `raw` is the tag as written. */
  | { readonly type: "open"; readonly name: string; readonly raw: string }
  | { readonly type: "close"; readonly name: string };

/** Their content is text up to the closing tag, even if it looks like markup. */
const RAW_TEXT = new Set(["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"]);
const TAG_NAME = /[a-z][^\s/>]*/iy;
const QUOTE_OR_END = /["'>]/g;
const COMMENT_END = /--!?>/g;
const DECLARATION_END = />/g;

export function* readTokens(html: string): Generator<HtmlToken, void> {
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf("<", at);
    if (next === -1) break;
    if (next > at) yield { type: "text", text: html.slice(at, next) };
    const skipped = skipDeclaration(html, next);
    if (skipped !== undefined) {
      at = skipped;
      continue;
    }
    const isClose = html[next + 1] === "/";
    const name = readName(html, next + (isClose ? 2 : 1));
    if (name === undefined) {
      yield { type: "text", text: "<" };
      at = next + 1;
      continue;
    }
    at = findTagEnd(html, next);
    if (isClose) {
      yield { type: "close", name };
      continue;
    }
    yield { type: "open", name, raw: html.slice(next, at) };
    if (!RAW_TEXT.has(name)) continue;
    const end = findClose(html, name, at);
    if (end > at) yield { type: "text", text: html.slice(at, end) };
    at = end;
  }
  if (at < html.length) yield { type: "text", text: html.slice(at) };
}

/** Names in lower case; of duplicate attributes the first wins, as in a browser. */
export function readAttributes(raw: string): Map<string, string> {
  const attributes = new Map<string, string>();
  const inside = raw.replace(/^<[^\s/>]*/, "").replace(/>$/, "");
  for (const [, name = "", double, single, bare] of inside.matchAll(
    /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g,
  )) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeHTMLAttribute(double ?? single ?? bare ?? ""));
  }
  return attributes;
}

/** The end of a comment, doctype, processing instruction or CDATA section; an unclosed one extends to the end of the text. */
function skipDeclaration(html: string, at: number): number | undefined {
  const mark = html[at + 1];
  if (mark !== "!" && mark !== "?") return undefined;
  const end = html.startsWith("<!--", at) ? COMMENT_END : DECLARATION_END;
  end.lastIndex = at + 2;
  return end.test(html) ? end.lastIndex : html.length;
}

function readName(html: string, at: number): string | undefined {
  TAG_NAME.lastIndex = at;
  return TAG_NAME.exec(html)?.[0].toLowerCase();
}

/** The position after its `>`; a `>` inside a quoted value does not count. */
function findTagEnd(html: string, from: number): number {
  let at = from;
  for (;;) {
    QUOTE_OR_END.lastIndex = at;
    const found = QUOTE_OR_END.exec(html);
    if (found === null) return html.length;
    if (found[0] === ">") return found.index + 1;
    // A quote counts only where a value starts.
    const isValue = /=\s*$/.test(html.slice(Math.max(at, found.index - 16), found.index));
    const close = isValue ? html.indexOf(found[0], found.index + 1) : found.index;
    if (close === -1) return html.length;
    at = close + 1;
  }
}

function findClose(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}(?=[\\s/>])`, "gi");
  close.lastIndex = from;
  return close.exec(html)?.index ?? html.length;
}
