// The requirements for the page of an app: small, complete and self-contained.
import { formatBytes } from "@parley/base";
import { APP_HTML_BYTES_MAX } from "../../limits.ts";
import { findReferences } from "./self-contained.ts";

/** What is wrong with it, for the model; undefined if it is valid. */
export function findFault(html: string): string | undefined {
  const bytes = Buffer.byteLength(html);
  if (bytes > APP_HTML_BYTES_MAX) {
    return `The page has ${formatBytes(bytes)}; the maximum is ${formatBytes(APP_HTML_BYTES_MAX)}.`;
  }
  if (!/<(?:!doctype\s+html|html|head|body)[\s>]/i.test(html)) {
    return "This is not a complete page: start with <!doctype html>, then <html>, <head> with a <title>, and <body>.";
  }
  const references = findReferences(html);
  if (references.length === 0) return undefined;
  return [
    "The page is not self-contained. It would load or send:",
    ...references.map((reference) => `- ${reference}`),
    "Put scripts, styles and data into the page itself, images as data: URLs. Links (<a href>) may lead anywhere.",
  ].join("\n");
}
