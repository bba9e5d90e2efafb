// Checks that a page is self-contained: finds everything it would load from elsewhere.
import { truncate } from "@parley/base";
import { readAttributes, readTokens } from "../html/tokens.ts";
import { NAMED_REFERENCES_MAX, REFERENCE_CHARS_MAX } from "../../limits.ts";

/** Attributes with which a page loads or sends something. */
const LOADING = [
  "src",
  "href",
  "xlink:href",
  "poster",
  "data",
  "background",
  "action",
  "formaction",
  "manifest",
] as const;
/** Users follow these links; the page does not load them. */
const FOLLOWED = new Set(["a", "area"]);
const INNER = /^(?:data:|blob:|#|about:|javascript:|$)/i;
const OUTER_SCRIPT_CALL =
  /\b(?:fetch|import|importScripts|WebSocket|EventSource|Worker|SharedWorker|sendBeacon)\s*\(\s*["'`]((?:https?:|wss?:)?\/\/[^"'`\s]*)/g;
const OUTER_IMPORT = /\b(?:from|import)\s*["']((?!data:|blob:)[^"'\s]+)["']/g;
const CSS_URL = /url\(\s*["']?([^"')\s]*)/gi;
const CSS_IMPORT = /@import\s+["']([^"']*)/gi;

/** Each as `<script src="…">`, up to a readable number. Ordinary links are not included. */
export function findReferences(html: string): string[] {
  const found = new Set<string>();
  let inside = "";
  for (const token of readTokens(html)) {
    if (token.type === "open") {
      inside = token.name;
      for (const reference of inTag(token.name, readAttributes(token.raw))) found.add(reference);
    } else if (token.type === "text" && inside === "script") {
      for (const reference of inScript(token.text)) found.add(reference);
    } else if (token.type === "text" && inside === "style") {
      for (const address of inCss(token.text)) found.add(`<style> url(${address})`);
    } else if (token.type === "close") inside = "";
    if (found.size >= NAMED_REFERENCES_MAX) break;
  }
  return [...found].slice(0, NAMED_REFERENCES_MAX).map((reference) => truncate(reference, REFERENCE_CHARS_MAX));
}

function* inTag(name: string, attributes: ReadonlyMap<string, string>): Generator<string> {
  for (const attribute of FOLLOWED.has(name) ? [] : LOADING) {
    const value = attributes.get(attribute)?.trim();
    if (value !== undefined && !INNER.test(value)) yield `<${name} ${attribute}="${value}">`;
  }
  for (const candidate of toCandidates(attributes.get("srcset") ?? "")) {
    if (!INNER.test(candidate)) yield `<${name} srcset="${candidate}">`;
  }
  if (name === "meta" && /^refresh$/i.test(attributes.get("http-equiv") ?? "")) {
    const target = /url\s*=\s*(.*)$/i.exec(attributes.get("content") ?? "")?.[1];
    if (target !== undefined) yield `<meta http-equiv="refresh" content="…${target}">`;
  }
  for (const address of inCss(attributes.get("style") ?? "")) yield `<${name} style="url(${address})">`;
}

/** `a.png 1x, b.png 2x`. A data URL contains commas itself, and needs no other candidates. */
function toCandidates(srcset: string): string[] {
  if (srcset === "" || INNER.test(srcset.trim())) return [];
  return srcset.split(",").map((part) => part.trim().split(/\s/)[0] ?? "");
}

function* inScript(text: string): Generator<string> {
  for (const [, address] of text.matchAll(OUTER_SCRIPT_CALL)) yield `<script> ${address}`;
  for (const [, address] of text.matchAll(OUTER_IMPORT)) yield `<script> import "${address}"`;
}

function* inCss(text: string): Generator<string> {
  for (const pattern of [CSS_URL, CSS_IMPORT]) {
    for (const [, address = ""] of text.matchAll(pattern)) if (!INNER.test(address)) yield address;
  }
}
