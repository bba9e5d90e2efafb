// Highlights code. The library loads on first use; until then code is plain.
import type { HLJSApi } from "highlight.js";
import type { Line, Span, Style } from "../line.ts";

let library: HLJSApi | undefined;
let loading: Promise<void> | undefined;

export function loadHighlighter(): Promise<void> {
  loading ??= load();
  return loading;
}

async function load(): Promise<void> {
  try {
    library = (await import("highlight.js/lib/common")).default;
  } catch {
    library = undefined; // Without the library, code is shown without colours.
  }
}

export function isHighlightable(language: string): boolean {
  return language !== "" && library?.getLanguage(language) !== undefined;
}

export interface Highlighted {
  readonly lines: readonly Line[];
  /** For each line, whether no comment or string continues on the next one. */
  readonly isClosed: readonly boolean[];
}

/** Returns one line for each line of the code. */
export function highlight(code: string, language: string): Highlighted | undefined {
  if (library === undefined || !isHighlightable(language)) return undefined;
  // The library closes everything at the end; with one more line it shows what is open before that.
  const { value } = library.highlight(`${code}\n`, { language, ignoreIllegals: true });
  const { lines, isClosed } = parseMarkup(value);
  return { lines: lines.slice(0, -1), isClosed: isClosed.slice(0, -1) };
}

/** Styles by the first word of the library's scope names. */
const SCOPE_STYLES: Readonly<Record<string, Style>> = {
  addition: { color: "green" },
  attr: { color: "blue" },
  attribute: { color: "blue" },
  built_in: { color: "cyan" },
  bullet: { color: "cyan" },
  char: { color: "yellow" },
  class: { color: "cyan" },
  code: { color: "cyan" },
  comment: { dim: true, italic: true },
  deletion: { color: "red" },
  doctag: { dim: true, bold: true },
  emphasis: { italic: true },
  formula: { color: "cyan" },
  keyword: { color: "magenta" },
  link: { underline: true },
  literal: { color: "yellow" },
  meta: { color: "yellow" },
  name: { color: "magenta" },
  number: { color: "yellow" },
  quote: { dim: true },
  regexp: { color: "green" },
  section: { bold: true },
  "selector-class": { color: "cyan" },
  "selector-id": { color: "cyan" },
  "selector-tag": { color: "magenta" },
  string: { color: "green" },
  strong: { bold: true },
  subst: {},
  symbol: { color: "yellow" },
  "template-tag": { color: "magenta" },
  "template-variable": { color: "yellow" },
  title: { color: "blue" },
  type: { color: "cyan" },
  variable: { color: "yellow" },
};

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
/** Matches the library's output: spans, five entities, and text. */
const MARKUP = /<span class="([^"]*)">|(<\/span>)|&(amp|lt|gt|quot|#x27);|(\n)|[^<&\n]+|[<&]/g;

function parseMarkup(markup: string): Highlighted {
  const lines: Span[][] = [[]];
  const isClosed: boolean[] = [];
  const open: (Style | undefined)[] = [];
  for (const [whole, scope, close, entity, lineBreak] of markup.matchAll(MARKUP)) {
    if (scope !== undefined) open.push(toStyle(scope) ?? open.at(-1));
    else if (close !== undefined) open.pop();
    else if (lineBreak !== undefined) {
      isClosed.push(open.length === 0);
      lines.push([]);
    } else add(lines, entity === undefined ? whole : (ENTITIES[entity] ?? whole), open.at(-1));
  }
  isClosed.push(open.length === 0);
  return { lines, isClosed };
}

function add(lines: Span[][], text: string, style: Style | undefined): void {
  const row = lines.at(-1);
  const last = row?.at(-1);
  if (row === undefined) return;
  if (last !== undefined && last.style === style) row[row.length - 1] = { text: last.text + text, style };
  else row.push({ text, style });
}

/** `hljs-title function_` is a title; `language-css` has no style. */
function toStyle(scope: string): Style | undefined {
  const [first = ""] = scope.split(" ");
  return SCOPE_STYLES[first.replace(/^hljs-/, "")];
}
