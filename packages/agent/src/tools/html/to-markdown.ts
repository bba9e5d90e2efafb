// Converts a page to Markdown or plain text, piece by piece, so that a large page does not block other work.
import { setImmediate as nextTurn } from "node:timers/promises";
import type Turndown from "turndown";
import { cleanHtml } from "./clean-html.ts";
import { findParts } from "./find-parts.ts";
import { HTML_CLEAN_CHARS_MAX } from "../../limits.ts";

export interface ConvertOptions {
  readonly baseUrl: string;
  readonly format: "markdown" | "text";
  /** Approximate maximum of the output. */
  readonly charsMax: number;
  readonly signal: AbortSignal;
}

export interface ConvertedPage {
  readonly title: string | undefined;
  readonly text: string;
  /** The output was cut. */
  readonly isCut: boolean;
}

export async function convertPage(html: string, options: ConvertOptions): Promise<ConvertedPage> {
  const { title, region } = await findParts(html, options.signal);
  const turndown = await createTurndown(options.format);
  // A page that consists of menus, or never closes one, is converted including its menus.
  for (const way of [{ region }, { keepsNoise: true }]) {
    const { text, isCut } = await convert(turndown, html, { ...options, ...way });
    if (text !== "") return { title, text, isCut };
  }
  return { title, text: "", isCut: false };
}

type Way = ConvertOptions & { readonly region?: "main" | "article" | undefined; readonly keepsNoise?: boolean };

async function convert(turndown: Turndown, html: string, way: Way): Promise<Omit<ConvertedPage, "title">> {
  const texts: string[] = [];
  let chars = 0;
  let cleanChars = 0;
  for (const piece of cleanHtml(html, way)) {
    const text = piece === "" ? "" : turndown.turndown(piece).trim();
    if (text !== "") texts.push(text);
    chars += text.length;
    cleanChars += piece.length;
    if (chars > way.charsMax || cleanChars > HTML_CLEAN_CHARS_MAX) return { text: texts.join("\n\n"), isCut: true };
    await nextTurn();
    way.signal.throwIfAborted();
  }
  return { text: texts.join("\n\n"), isCut: false };
}

/** Loaded with the first page. */
async function createTurndown(format: "markdown" | "text"): Promise<Turndown> {
  const { default: Converter } = await import("turndown");
  const turndown = new Converter({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
    hr: "---",
    emDelimiter: "*",
  });
  // Escaping every star and bracket is only needed for rendering, not for reading.
  turndown.escape = (text) => text;
  turndown.addRule("item", { filter: "li", replacement: (content, node) => `${toMarker(node)}${indent(content)}\n` });
  turndown.addRule("cell", { filter: ["th", "td"], replacement: (content) => ` ${toCell(content)} |` });
  turndown.addRule("row", {
    filter: "tr",
    replacement: (content, node) => `\n|${content}${isFirst(node) ? `\n|${" --- |".repeat(countCells(content))}` : ""}`,
  });
  turndown.addRule("table", {
    filter: "table",
    replacement: (content) => `\n\n${content.replaceAll(/\n{2,}/g, "\n").trim()}\n\n`,
  });
  if (format === "text") {
    turndown.addRule("plain", {
      filter: ["a", "strong", "b", "em", "i", "code", "del", "s", "img"],
      replacement: (content, node) => (content === "" ? (attributeOf(node, "alt") ?? "") : content),
    });
    turndown.addRule("heading", {
      filter: ["h1", "h2", "h3", "h4", "h5", "h6"],
      replacement: (content) => `\n\n${content}\n\n`,
    });
  }
  return turndown;
}

/** Its number in an ordered list. */
function toMarker(node: unknown): string {
  const parent = fieldOf(node, "parentNode");
  if (fieldOf(parent, "nodeName") !== "OL") return "- ";
  const items: unknown[] = Array.from((fieldOf(parent, "children") ?? []) as ArrayLike<unknown>);
  const start = Number(attributeOf(parent, "start") ?? "1");
  return `${(Number.isInteger(start) ? start : 1) + items.indexOf(node)}. `;
}

function indent(content: string): string {
  return content
    .trim()
    .replaceAll(/\n{2,}(?=\s*(?:- |\d+\. ))/g, "\n")
    .replaceAll("\n", "\n  ");
}

function toCell(content: string): string {
  return content
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|");
}

function countCells(content: string): number {
  return content.match(/(?<!\\)\|/g)?.length ?? 0;
}

function isFirst(node: unknown): boolean {
  return attributeOf(node, "class") === "first";
}

function fieldOf(node: unknown, name: string): unknown {
  return typeof node === "object" && node !== null ? (node as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** The node types depend on the library's parser. */
function attributeOf(node: unknown, name: string): string | undefined {
  const read = fieldOf(node, "getAttribute");
  const value: unknown = typeof read === "function" ? read.call(node, name) : undefined;
  return typeof value === "string" ? value : undefined;
}
