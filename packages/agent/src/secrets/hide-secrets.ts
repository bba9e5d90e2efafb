// Removes secrets from messages.
import { redact } from "@parley/policy";

const HIDDEN = "…";
/** In provider URLs, `key` is always a secret. */
const KEY_IN_QUERY = /([?&](?:key|api[-_]?key|token)=)[^\s&"']+/gi;

/** Known values, wherever they occur; shorter ones could be ordinary words. */
export function hideValues(text: string, values: readonly string[], charsMin: number): string {
  // Longest first, because one may be a prefix of another.
  const secrets = values.filter((value) => value.length >= charsMin).toSorted((a, b) => b.length - a.length);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
}

/** Anything that looks like a secret. */
export function hideTokens(text: string): string {
  return redact(text).replaceAll(KEY_IN_QUERY, `$1${HIDDEN}`);
}
