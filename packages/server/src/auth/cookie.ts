// The cookie of a browser that was let in. It never holds the token: cookies go to every port of a host. It is signed with a
// secret of the server, so that a key's hash, which stands in a configuration file, is not enough to make one.
import type { Clock } from "@parley/base";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Caller } from "../http/dialect.ts";
import { COOKIE_MAX_AGE_SECONDS } from "../limits.ts";
import type { KeyRing } from "./key-ring.ts";

export interface Cookies {
  /** The value of `Set-Cookie`. Undefined if no key has that name. */
  issue(callerName: string): string | undefined;
  /** By the header `Cookie`. */
  find(header: string): Caller | undefined;
}

export interface CookieOptions {
  readonly clock: Clock;
  /** Known only to this server. */
  readonly secret: string;
  /** Another server on the same host has another port, and so a cookie of another name. */
  readonly port: () => number;
  /** Browsers reach it by https. */
  readonly isSecure?: boolean | undefined;
}

export function createCookies(keys: KeyRing, { clock, secret, port, isSecure = false }: CookieOptions): Cookies {
  const attributes = `Path=/; Max-Age=${COOKIE_MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
  return {
    issue(callerName) {
      const key = keys.named(callerName);
      if (key === undefined) return undefined;
      const content = `${callerName}~${clock.now() + COOKIE_MAX_AGE_SECONDS * 1000}`;
      const value = `${content}~${sign(content, secret, key.fingerprint)}`;
      return `parley_${port()}=${value}; ${attributes}`;
    },
    find(header) {
      const value = readCookie(header, `parley_${port()}`);
      if (value === undefined) return undefined;
      const [name = "", expiresAt = "", signature = ""] = value.split("~");
      const key = keys.named(name);
      if (key === undefined || !isSame(signature, sign(`${name}~${expiresAt}`, secret, key.fingerprint)))
        return undefined;
      return Number(expiresAt) > clock.now() ? key.caller : undefined;
    },
  };
}

/** With what the key is now: a key that was revoked or replaced takes its cookies with it. */
function sign(content: string, secret: string, fingerprint: string): string {
  return createHmac("sha256", secret).update(`parley cookie ${fingerprint} ${content}`).digest("base64url");
}

function isSame(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function readCookie(header: string, name: string): string | undefined {
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (at !== -1 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}
