// The cookie of a signed-in browser. It never contains the token, because cookies are sent to every port of a host. It
// is signed with a secret of the server, so a key's hash, which is in a configuration file, is not enough to forge one.
import type { Clock } from "@parley/base";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Caller } from "../http/dialect.ts";
import { COOKIE_MAX_AGE_SECONDS } from "../limits.ts";
import { UNSURE, type KeyRing } from "./key-ring.ts";

export interface Cookies {
  /** The value of `Set-Cookie`. Undefined if no key has that name. */
  issue(callerName: string): string | undefined;
  /** From the header `Cookie`. */
  find(header: string): Caller | typeof UNSURE | undefined;
}

export interface CookieOptions {
  readonly clock: Clock;
  /** Known only to this server. */
  readonly secret: string;
  /** The name contains the port, so that several servers on one host have different cookies. */
  readonly port: () => number;
  /** Browsers use https. */
  readonly isSecure?: boolean | undefined;
}

export function createCookies(keys: KeyRing, { clock, secret, port, isSecure = false }: CookieOptions): Cookies {
  const attributes = `Path=/; Max-Age=${COOKIE_MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
  return {
    issue(callerName) {
      const key = keys.named(callerName);
      if (key === undefined || key === UNSURE) return undefined;
      const content = `${callerName}~${clock.now() + COOKIE_MAX_AGE_SECONDS * 1000}`;
      const value = `${content}~${sign(content, secret, key.fingerprint)}`;
      return `parley_${port()}=${value}; ${attributes}`;
    },
    find(header) {
      const value = readCookie(header, `parley_${port()}`);
      if (value === undefined) return undefined;
      const [name = "", expiresAt = "", signature = ""] = value.split("~");
      const key = keys.named(name);
      if (key === UNSURE) return UNSURE;
      if (key === undefined || !isSame(signature, sign(`${name}~${expiresAt}`, secret, key.fingerprint)))
        return undefined;
      return Number(expiresAt) > clock.now() ? key.caller : undefined;
    },
  };
}

/** Includes the current key, so that revoking or replacing a key invalidates its cookies. */
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
