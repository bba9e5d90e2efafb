// Resolves the links of a page.
import { HTML_LINK_CHARS_MAX } from "../../limits.ts";

/** Undefined for links that cannot be followed: within the page, to a script, or malformed. */
export function toAbsolute(address: string | undefined, base: string): string | undefined {
  const text = address?.trim() ?? "";
  if (text === "" || text.startsWith("#") || text.length > HTML_LINK_CHARS_MAX || !URL.canParse(text, base))
    return undefined;
  const url = new URL(text, base);
  return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : undefined;
}
