// Finds logins in addresses, signatures and keys in their queries, and `Basic` authorisations, by their form.
import { LOGIN_CHARS_MAX } from "../limits.ts";
import { hasMixture } from "./find-shapes.ts";
import { isReference } from "./secret-value.ts";
import type { Span } from "./spans.ts";

const AUTHORITY_END = /[\s/"'`<>]/;
const REST_END = /[\s"'`<>]/;
/** A user name alone is not secret, but a key in its place is. */
const LONE_KEY_CHARS_MIN = 16;
/** Parameters that are a secret in an address, and in cookies. */
const PARAMETER =
  /[?&;\s"'](?:sig|signature|x-amz-signature|x-amz-security-token|x-amz-credential|x-goog-signature|code|key|subscription-key|phpsessid|jsessionid|asp\.net_sessionid|connect\.sid|sessionid|session_id|csrftoken)=(?!=)/gi;
const PARAMETER_END = /[\s"'`&;,<>\\?]/;
const PARAMETER_CHARS_MIN = 8;
const BASIC = /\bbasic[ \t]+(?=([A-Za-z0-9+/_-]{6,2000}=*))/gi;
/** `host:port:database:user:password`. */
const PGPASS =
  /(?<![^\s"'])[\w.*-]{1,255}:(?:\d{4,5}|\*):([\w.*-]{1,63}):[\w.*-]{1,63}:(?=([^\s:"'\\]{1,500})(?![^\s"'\\]))/g;
const PORT = /:(?:\d{4,5}|\*):/;
const IDENTIFIED =
  /\bidentified[ \t]{1,8}(?:with[ \t]{1,8}\S{1,60}[ \t]{1,8})?by[ \t]{1,8}(['"])(?=([^'"\n]{1,500}))/gi;

export function findLogins(text: string, spans: Span[]): void {
  for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at)) {
    const start = at + 3;
    const end = loginEnd(text, start);
    if (end !== undefined) spans.push({ start, end, kind: "login in an address" });
    at = Math.max(start, end ?? 0);
  }
  findParameters(text, spans);
  findBasic(text, spans);
  findDatabasePasswords(text, spans);
}

function findBasic(text: string, spans: Span[]): void {
  for (const match of text.matchAll(BASIC)) {
    const value = match[1] ?? "";
    const start = match.index + match[0].length;
    if (isLogin(value)) spans.push({ start, end: start + value.length, kind: "basic authorisation" });
  }
}

function findDatabasePasswords(text: string, spans: Span[]): void {
  if (PORT.test(text)) {
    for (const match of text.matchAll(PGPASS)) {
      // Lines of a compiler: file:line:column:…
      if (/^\d+$/.test(match[1] ?? "")) continue;
      const start = match.index + match[0].length;
      spans.push({ start, end: start + (match[2]?.length ?? 0), kind: "line of .pgpass" });
    }
  }
  for (const match of text.matchAll(IDENTIFIED)) {
    const start = match.index + match[0].length;
    spans.push({ start, end: start + (match[2]?.length ?? 0), kind: "password in SQL" });
  }
}

/** The position of the `@` after a login that starts here. */
function loginEnd(text: string, start: number): number | undefined {
  const authority = upTo(text, start, AUTHORITY_END);
  const [user = "", ...rest] = authority.split(":");
  const password = rest.join(":");
  const at = authority.lastIndexOf("@");
  if (at === -1) {
    // A port is a number; anything else is a password with a slash in it.
    if (password === "" || user.includes("@") || /^\d*[\])}>.,;:]*$/.test(password)) return undefined;
    const all = upTo(text, start, REST_END);
    const last = all.lastIndexOf("@");
    return last === -1 || isReference(all.slice(user.length + 1)) ? undefined : start + last;
  }
  const login = authority.slice(0, at);
  const colon = login.indexOf(":");
  if (colon !== -1) {
    const secret = login.slice(colon + 1);
    return secret === "" ? loneKey(login.slice(0, colon), start, at) : isReference(secret) ? undefined : start + at;
  }
  return loneKey(login, start, at);
}

function loneKey(login: string, start: number, at: number): number | undefined {
  return login.length >= LONE_KEY_CHARS_MIN && hasMixture(login) ? start + at : undefined;
}

function upTo(text: string, start: number, end: RegExp): string {
  const part = text.slice(start, start + LOGIN_CHARS_MAX);
  const at = part.search(end);
  return at === -1 ? part : part.slice(0, at);
}

function findParameters(text: string, spans: Span[]): void {
  if (!text.includes("=")) return;
  PARAMETER.lastIndex = 0;
  for (let match = PARAMETER.exec(text); match !== null; match = PARAMETER.exec(text)) {
    const start = match.index + match[0].length;
    const value = upTo(text, start, PARAMETER_END);
    const end = start + value.length;
    // Not the `code=` of an exit, nor the `key=` of a list in React.
    const isSecret =
      end - start >= PARAMETER_CHARS_MIN && hasMixture(value) && !isReference(value) && !/[({]/.test(value);
    if (isSecret) spans.push({ start, end, kind: "parameter of an address" });
    PARAMETER.lastIndex = isSecret ? end : start;
  }
}

/** `user:password`, printable, in base64. */
function isLogin(value: string): boolean {
  try {
    return /^[\x20-\x7e\x80-\xff]*:[\x20-\x7e\x80-\xff]+$/.test(atob(value.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    // Not base64: a word.
    return false;
  }
}
