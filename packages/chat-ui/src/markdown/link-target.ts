// Where a link leads: only to the web or to a mailbox, and never to another place than its text says without a word.
import { revealLine, truncate } from "@parley/base";
import { LINK_CHARS_SHOWN } from "../limits.ts";

export interface LinkTarget {
  /** Undefined: shown as text, because a browser must not open it. */
  readonly href: string | undefined;
  /** The real address, shown beside the text; undefined if the text says it already. */
  readonly shown: string | undefined;
}

const OPENED = new Set(["http:", "https:", "mailto:"]);

export function toLinkTarget(href: string, text: string): LinkTarget {
  const address = truncate(revealLine(href), LINK_CHARS_SHOWN);
  const url = parseUrl(href);
  const isNamed = text.trim() === href || text.trim() === href.replace(/^mailto:/, "");
  if (url === undefined || !OPENED.has(url.protocol)) {
    return { href: undefined, shown: isNamed ? undefined : address };
  }
  if (isNamed && url.href.replace(/\/$/, "") === href.replace(/\/$/, "")) return { href: url.href, shown: undefined };
  // A text that looks like an address could be that of another place, so the whole address is shown.
  const isMisleading = /^\s*(?:[a-z]+:\/\/|www\.)|^\s*[\w-]+(?:\.[\w-]+)+(?:\/|\s*$)/i.test(text);
  const place = url.protocol === "mailto:" ? url.pathname : url.host;
  return { href: url.href, shown: truncate(isMisleading ? url.href : place, LINK_CHARS_SHOWN) };
}

function parseUrl(href: string): URL | undefined {
  return URL.canParse(href) ? new URL(href) : undefined;
}
