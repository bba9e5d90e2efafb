// Values of HTTP headers that grant access: all of an authorization except its scheme, and all cookies.
import { bareEnd } from "./bare-end.ts";
import { hasMixture } from "./find-shapes.ts";
import type { Found } from "./place.ts";
import { isReference } from "./secret-value.ts";

const SCHEME = /^(?:bearer|basic|digest|token|apikey|negotiate|ntlm|hawk|aws4-hmac-sha256|ssws|bot|key)[ \t]+/i;
const SCHEME_CHARS = 32;
const COOKIE = /^[\w.!#$%*+^~-]{1,100}=/;
const END = /["'`\r\n]|\\+[nr"']/g;
/** Without a scheme, this long or with digits. */
const CHARS_MIN = 20;

export function findHeaderValue(text: string, from: number): Found | undefined {
  const scheme = SCHEME.exec(text.slice(from, from + SCHEME_CHARS))?.[0] ?? "";
  const start = from + scheme.length;
  const word = text.slice(start, bareEnd(text, start, start + 200));
  if (!/[A-Za-z0-9]/.test(word) || isReference(word)) return undefined;
  const isCookie = COOKIE.test(word);
  if (scheme === "" && !isCookie && !hasMixture(word) && word.length < CHARS_MIN) return undefined;
  END.lastIndex = start;
  return { start, end: END.exec(text)?.index ?? text.length };
}
