// Parses URLs as models write them.

/** Without the fragment, which is never sent to a server, unless the URL is for a browser. */
export function parseWebUrl(text: string, { keepsHash = false } = {}): URL | { readonly failed: string } {
  if (!URL.canParse(text)) {
    return { failed: `${JSON.stringify(text)} is not a URL. Use a complete one, such as https://example.com/page.` };
  }
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return { failed: `${url.protocol} URLs are not supported; use http: or https:.` };
  }
  if (!keepsHash) url.hash = "";
  return url;
}
