// Addresses as people write them: with or without a scheme, a version, a slash at the end.

/** The versions that providers put into their addresses. */
const VERSION = /\/v\d+(?:(?:alpha|beta)\d*)?$/;
/** Whole endpoints, which people copy from a manual. */
const ENDPOINT = /\/(?:chat\/completions|completions|responses|messages|models)$/;

/**
 * The address that methods are put behind. Without a path it gets the version that the provider is known to have; a path of
 * its own is the user's word, and only gets the version where that is `always` so.
 */
export function normalizeBaseUrl(text: string, version: string, when: "always" | "bare"): string | undefined {
  const url = parseAddress(text);
  if (url === undefined) return undefined;
  const path = url.pathname.replace(/\/+$/, "").replace(ENDPOINT, "");
  const base = `${url.origin}${path}`;
  if (VERSION.test(path)) return base;
  return when === "always" || path === "" ? `${base}${version}` : base;
}

/** Without what comes after the host and the port's path: the version, if there is one. */
export function withoutVersion(baseUrl: string): string {
  return baseUrl.replace(VERSION, "");
}

/** `127.0.0.1:11434` and `localhost` too; what listens on every address is reached on this machine. */
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
