// Addresses in a page, as a reader could follow them.
import { HTML_LINK_CHARS_MAX } from "../../limits.ts";

/** Undefined for what leads nowhere: within the page, to a script, or written wrong. */
export function toAbsolute(address: string | undefined, base: string): string | undefined {
  const text = address?.trim() ?? "";
  if (text === "" || text.startsWith("#") || text.length > HTML_LINK_CHARS_MAX || !URL.canParse(text, base))
    return undefined;
  const url = new URL(text, base);
  return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : undefined;
}
