// Reduces a page to its readable parts, in pieces that can be converted to text one by one.
import { escapeHtml } from "@parley/base";
import { HTML_DEPTH_MAX, HTML_PIECE_CHARS, HTML_PIECE_CHARS_MAX, HTML_TOKENS_AT_ONCE } from "../../limits.ts";
import { toAbsolute } from "./links.ts";
import { BLOCKS, BREAK, BREAKS, HIDEABLE, INLINE, NEVER, NOISE, NOISE_ROLE, SCOPES, VOID } from "./tags.ts";
import { readAttributes, readTokens } from "./tokens.ts";

export interface CleanOptions {
  /** Base for relative links. */
  readonly baseUrl: string;
  /** Keep only the content of this element (default: everything). */
  readonly region?: "main" | "article" | undefined;
  /** Keep menus, footers and side columns. */
  readonly keepsNoise?: boolean | undefined;
}

/** Also yields empty pieces, so that the caller can yield to the event loop. */
export function* cleanHtml(html: string, options: CleanOptions): Generator<string, void> {
  const cleaner = new Cleaner(options);
  let tokens = 0;
  for (const token of readTokens(html)) {
    tokens += 1;
    if (tokens % HTML_TOKENS_AT_ONCE === 0) yield "";
    if (token.type === "text") cleaner.text(token.text);
    else if (token.type === "open") cleaner.open(token.name, token.raw);
    else cleaner.close(token.name);
    yield* cleaner.takeFull();
  }
  yield* cleaner.takeRest();
}

class Cleaner {
  readonly #options: CleanOptions;
  #baseUrl: string;
  #parts: string[] = [];
  #chars = 0;
  #full: string[] = [];
  /** Open tags that were kept, with their names. */
  #stack: { readonly name: string; readonly tag: string }[] = [];
  /** The element being skipped, and how many elements of the same name are open inside it. */
  #skipped: { readonly name: string; depth: number } | undefined;
  #regionDepth = 0;
  #isFirstRow = false;

  constructor(options: CleanOptions) {
    this.#options = options;
    this.#baseUrl = options.baseUrl;
  }

  text(text: string): void {
    if (this.#skipped !== undefined || !this.#isInside) return;
    for (let at = 0; at < text.length; at += HTML_PIECE_CHARS) {
      this.#add(text.slice(at, at + HTML_PIECE_CHARS).replaceAll("<", "&lt;"));
      this.#cutWithin();
    }
  }

  open(name: string, raw: string): void {
    if (this.#skipped !== undefined) {
      if (name === this.#skipped.name && !raw.endsWith("/>")) this.#skipped.depth += 1;
      return;
    }
    if (name === "base") this.#baseUrl = toAbsolute(readAttributes(raw).get("href"), this.#baseUrl) ?? this.#baseUrl;
    if (name === this.#options.region) this.#regionDepth += 1;
    if (this.#isLeftOut(name, raw)) {
      this.#skipped = { name, depth: 1 };
      return;
    }
    if (!this.#isInside) return;
    if (VOID.has(name)) this.#add(this.#toTag(name, raw));
    else if (BREAKS.has(name)) this.#break();
    else if (INLINE.has(name) || BLOCKS.has(name)) this.#push(name, raw);
  }

  close(name: string): void {
    if (this.#skipped !== undefined) {
      if (name !== this.#skipped.name) return;
      this.#skipped.depth -= 1;
      if (this.#skipped.depth === 0) this.#skipped = undefined;
      return;
    }
    if (this.#isInside) {
      if (BREAKS.has(name)) this.#break();
      else this.#popTo(this.#stack.findLastIndex((open) => open.name === name));
    }
    if (name === this.#options.region && this.#regionDepth > 0) this.#regionDepth -= 1;
    if (this.#stack.length === 0 && !INLINE.has(name)) this.#cutBetween();
  }

  takeFull(): string[] {
    const taken = this.#full;
    if (taken.length > 0) this.#full = [];
    return taken;
  }

  takeRest(): string[] {
    this.#popTo(0);
    this.#cut();
    return this.takeFull();
  }

  get #isInside(): boolean {
    return this.#options.region === undefined || this.#regionDepth > 0;
  }

  get #isPreformatted(): boolean {
    return this.#stack.some(({ name }) => name === "pre");
  }

  #isLeftOut(name: string, raw: string): boolean {
    if (raw.endsWith("/>") && name !== "script") return false;
    if (NEVER.has(name)) return true;
    if (this.#options.keepsNoise === true) return false;
    if (NOISE.has(name)) return true;
    if (!HIDEABLE.has(name) || !/\b(?:hidden|role)\b/i.test(raw)) return false;
    const attributes = readAttributes(raw);
    if (attributes.has("hidden") || attributes.get("aria-hidden") === "true") return true;
    return NOISE_ROLE.test(attributes.get("role") ?? "");
  }

  #break(): void {
    if (this.#isPreformatted) return;
    this.#popTo(this.#stack.findLastIndex(({ name }) => name === "p"));
    if (this.#parts.at(-1) !== BREAK) this.#add(BREAK);
    if (this.#stack.length === 0) this.#cutBetween();
  }

  #push(name: string, raw: string): void {
    const scope = SCOPES[name];
    if (scope !== undefined) this.#closeSibling(name, scope);
    else if (BLOCKS.has(name) && !this.#isPreformatted)
      this.#popTo(this.#stack.findLastIndex((open) => open.name === "p"));
    if (name === "a") this.#popTo(this.#stack.findLastIndex((open) => open.name === "a"));
    if (name === "table") this.#isFirstRow = true;
    if (this.#stack.length >= HTML_DEPTH_MAX) return;
    const tag = this.#toTag(name, raw);
    if (tag === "") return;
    this.#stack.push({ name, tag });
    this.#add(tag);
    this.#cutWithin();
  }

  /** HTML allows omitting the end tag of an item, a row or a cell. */
  #closeSibling(name: string, scope: ReadonlySet<string>): void {
    const border = this.#stack.findLastIndex((open) => scope.has(open.name));
    const isCell = name === "td" || name === "th";
    const open = this.#stack.findIndex(
      (one, at) => at > border && (one.name === name || (isCell && (one.name === "td" || one.name === "th"))),
    );
    this.#popTo(open);
  }

  #popTo(index: number): void {
    if (index === -1) return;
    for (const { name, tag } of this.#stack.splice(index).toReversed()) {
      const isEmpty = this.#parts.at(-1) === tag;
      // An empty cell keeps its column in the row; other empty elements are dropped.
      if (isEmpty && name !== "td" && name !== "th") this.#parts.pop();
      else this.#add(`</${name}>`);
    }
  }

  /** Keeps only the attributes that the text needs. */
  #toTag(name: string, raw: string): string {
    if (name === "a" || name === "img") return this.#toLink(name, readAttributes(raw));
    if (name === "tr") {
      const mark = this.#isFirstRow ? ' class="first"' : "";
      this.#isFirstRow = false;
      return `<tr${mark}>`;
    }
    if (name !== "code" && name !== "pre" && name !== "ol") return `<${name}>`;
    const attributes = readAttributes(raw);
    const kept = ["class", "start"].flatMap((key) => {
      const value = attributes.get(key);
      return value === undefined ? [] : [` ${key}="${escapeHtml(value)}"`];
    });
    return `<${name}${kept.join("")}>`;
  }

  /** Empty if a reader could not open the link. */
  #toLink(name: "a" | "img", attributes: ReadonlyMap<string, string>): string {
    const alt = attributes.get("alt")?.trim() ?? "";
    const address = toAbsolute(attributes.get(name === "a" ? "href" : "src"), this.#baseUrl);
    if (name === "a") return address === undefined ? "" : `<a href="${escapeHtml(address)}">`;
    if (alt === "") return "";
    return address === undefined ? escapeHtml(alt) : `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}">`;
  }

  #add(part: string): void {
    this.#parts.push(part);
    this.#chars += part.length;
  }

  #cutBetween(): void {
    if (this.#chars >= HTML_PIECE_CHARS) this.#cut();
  }

  /** Closes all open tags in this piece and reopens them in the next. */
  #cutWithin(): void {
    if (this.#chars < HTML_PIECE_CHARS_MAX) return;
    const open = this.#stack;
    for (const { name } of open.toReversed()) this.#add(`</${name}>`);
    this.#cut();
    for (const { tag } of open) this.#add(tag);
  }

  #cut(): void {
    this.#full.push(this.#parts.join(""));
    this.#parts = [];
    this.#chars = 0;
  }
}
