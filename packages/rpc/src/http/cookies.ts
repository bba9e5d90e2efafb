// A minimal cookie store, to stay with the server that a load balancer has chosen. Browsers do this themselves.
import { COOKIE_CHARS_MAX, COOKIES_MAX } from "../limits.ts";

export interface CookieJar {
  /** The value of a Cookie header for this address; empty if there is none. */
  header(url: URL): string;
  /** Stores the cookies that a response from this address sets. */
  store(url: URL, headers: Headers): void;
}

/** Cookies are kept by origin, with name and value only. One jar may serve several connections, one after the other. */
export function createCookieJar(): CookieJar {
  const origins = new Map<string, Map<string, string>>();
  return {
    header: ({ origin }) => [...(origins.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join("; "),
    store({ origin }, headers) {
      const cookies = origins.get(origin) ?? new Map<string, string>();
      origins.set(origin, cookies);
      for (const line of headers.getSetCookie()) keep(cookies, line);
    },
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(";");
  const equals = pair.indexOf("=");
  const name = pair.slice(0, Math.max(0, equals)).trim();
  if (name === "" || pair.length > COOKIE_CHARS_MAX) return;
  cookies.delete(name);
  if (attributes.some((attribute) => /^\s*max-age\s*=\s*(?:0|-\d+)\s*$/i.test(attribute))) return;
  cookies.set(name, pair.slice(equals + 1).trim());
  // The oldest goes first.
  for (const old of cookies.keys()) if (cookies.size > COOKIES_MAX) cookies.delete(old);
}
