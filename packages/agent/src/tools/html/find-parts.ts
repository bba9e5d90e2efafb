// Finds the title of a page and its main region.
import { decodeHTML } from "entities/decode";
import { setImmediate as nextTurn } from "node:timers/promises";
import { toOneLine } from "@parley/base";
import { HTML_TOKENS_AT_ONCE, MAIN_TEXT_CHARS_MIN, PAGE_TITLE_CHARS_MAX } from "../../limits.ts";
import { readTokens } from "./tokens.ts";

export interface PageParts {
  readonly title: string | undefined;
  readonly region: "main" | "article" | undefined;
}

const UNREAD = new Set(["script", "style"]);

export async function findParts(html: string, signal: AbortSignal): Promise<PageParts> {
  const chars = { main: 0, article: 0 };
  const depth = { main: 0, article: 0 };
  let articles = 0;
  let title: string | undefined;
  let inside = "";
  let tokens = 0;
  for (const token of readTokens(html)) {
    tokens += 1;
    if (tokens % HTML_TOKENS_AT_ONCE === 0) {
      await nextTurn();
      signal.throwIfAborted();
    }
    if (token.type === "open") {
      inside = token.name;
      if (token.name === "main") depth.main += 1;
      if (token.name !== "article") continue;
      depth.article += 1;
      articles += 1;
    } else if (token.type === "close") {
      inside = "";
      if (token.name === "main") depth.main = Math.max(0, depth.main - 1);
      if (token.name === "article") depth.article = Math.max(0, depth.article - 1);
    } else if (inside === "title") {
      title ??= toOneLine(decodeHTML(token.text), PAGE_TITLE_CHARS_MAX);
    } else if (!UNREAD.has(inside)) {
      const length = token.text.trim().length;
      if (depth.main > 0) chars.main += length;
      if (depth.article > 0) chars.article += length;
    }
  }
  const hasArticle = articles === 1 && chars.article >= MAIN_TEXT_CHARS_MIN;
  const region = chars.main >= MAIN_TEXT_CHARS_MIN ? "main" : hasArticle ? "article" : undefined;
  return { title: title === "" ? undefined : title, region };
}
