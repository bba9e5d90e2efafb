// Keeps the line endings of a file whose new content has different ones.

/** `exact`: as given. `keep`: a file with CRLF throughout gets CRLF, if the new content has none. */
export type LineEndings = "exact" | "keep";

export function keepLineEndings(content: string, previous: string): string {
  return isCrlf(previous) && !content.includes("\r\n") ? content.replaceAll("\n", "\r\n") : content;
}

function isCrlf(text: string): boolean {
  return text.includes("\n") && !/(^|[^\r])\n/.test(text);
}
