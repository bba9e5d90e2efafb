// Cuts HTML into tags and texts, in one pass whatever it is given. Nothing is built and nothing is run.

export type HtmlToken =
  | { readonly type: "text"; readonly text: string }
  /** `raw` is the tag as it was written. */
  | { readonly type: "open"; readonly name: string; readonly raw: string }
  | { readonly type: "close"; readonly name: string };

/** What is in them is text to the last character, whatever it looks like. */
const RAW_TEXT = new Set(["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"]);
const TAG_NAME = /[a-z][^\s/>]*/iy;
const QUOTE_OR_END = /["'>]/g;

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

/** With the names in small letters, and the first of two of the same name, as a browser takes it. */
export function readAttributes(raw: string): Map<string, string> {
  const attributes = new Map<string, string>();
  const inside = raw.replace(/^<[^\s/>]*/, "").replace(/\/?>$/, "");
  for (const [, name = "", double, single, bare] of inside.matchAll(
    /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g,
  )) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeEntities(double ?? single ?? bare ?? ""));
  }
  return attributes;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  colon: ":",
  gt: ">",
  lt: "<",
  nbsp: "\u00A0",
  newline: "\n",
  quot: '"',
  sol: "/",
  tab: "\t",
};

/** Numbers, and the names that matter to an address or a title. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));?/gi, (whole, decimal, hex, name) => {
    if (typeof name === "string") return ENTITIES[name.toLowerCase()] ?? whole;
    const code = typeof decimal === "string" ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : "\uFFFD";
  });
}

/** Comments, the doctype, processing instructions, CDATA: where they end. What never ends goes to the end of everything. */
function skipDeclaration(html: string, at: number): number | undefined {
  const mark = html[at + 1];
  if (mark !== "!" && mark !== "?") return undefined;
  const isComment = html.startsWith("<!--", at);
  const end = html.indexOf(isComment ? "-->" : ">", at + 2);
  return end === -1 ? html.length : end + (isComment ? 3 : 1);
}

function readName(html: string, at: number): string | undefined {
  TAG_NAME.lastIndex = at;
  return TAG_NAME.exec(html)?.[0].toLowerCase();
}

/** Behind its `>`; one in a quoted value is part of the value. */
function findTagEnd(html: string, from: number): number {
  let at = from;
  for (;;) {
    QUOTE_OR_END.lastIndex = at;
    const found = QUOTE_OR_END.exec(html);
    if (found === null) return html.length;
    if (found[0] === ">") return found.index + 1;
    // A quote counts only as the value of an attribute.
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
