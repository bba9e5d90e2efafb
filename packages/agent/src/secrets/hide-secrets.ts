// Removes secrets from messages.
import { redact } from "@parley/policy";

const HIDDEN = "…";
/** In provider URLs, `key` is always a secret. */
const KEY_IN_QUERY = /([?&](?:key|api[-_]?key|token)=)[^\s&"']+/gi;

/** Anything that looks like a secret. */
export function hideTokens(text: string): string {
  return redact(text).replaceAll(KEY_IN_QUERY, `$1${HIDDEN}`);
}
