// Takes secrets out of what is said about others.
import { redact } from "@parley/policy";

const HIDDEN = "…";
/** In addresses of providers, `key` is always one. */
const KEY_IN_QUERY = /([?&](?:key|api[-_]?key|token)=)[^\s&"']+/gi;

/** The very values, wherever they stand; those that are shorter could be any word. */
export function hideValues(text: string, values: readonly string[], charsMin: number): string {
  // The longest first: one may be the beginning of another.
  const secrets = values.filter((value) => value.length >= charsMin).toSorted((a, b) => b.length - a.length);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
}

/** What looks like a secret. */
export function hideTokens(text: string): string {
  return redact(text).replaceAll(KEY_IN_QUERY, `$1${HIDDEN}`);
}
