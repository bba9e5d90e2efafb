// Normalises base URLs as users write them: with or without a scheme, a version, a trailing slash.

/** Version segments in provider URLs. */
const VERSION = /\/v\d+(?:(?:alpha|beta)\d*)?$/;
/** Complete endpoints, which users copy from documentation. */
const ENDPOINT = /\/(?:chat\/completions|completions|responses|messages|models)$/;

/**
 * The base URL for requests. Without a path it gets the provider's version segment; a custom
 * path is kept, and gets the version only if it is `always` required.
 */
export function normalizeBaseUrl(text: string, version: string, when: "always" | "bare"): string | undefined {
  const url = parseAddress(text);
  if (url === undefined) return undefined;
  const path = url.pathname.replace(/\/+$/, "").replace(ENDPOINT, "");
  const base = `${url.origin}${path}`;
  if (VERSION.test(path)) return base;
  return when === "always" || path === "" ? `${base}${version}` : base;
}

/** Without the version segment, if there is one. */
export function withoutVersion(baseUrl: string): string {
  return baseUrl.replace(VERSION, "");
}

/** Also accepts `127.0.0.1:11434` and `localhost`; a wildcard address means this machine. */
function parseAddress(text: string): URL | undefined {
  const trimmed = text.trim();
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (url.hostname === "[::]") url.hostname = "[::1]";
  return url;
}
