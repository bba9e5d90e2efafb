// Takes secrets out of what is said about others. Not as eagerly as for what we write down: "max_tokens: 4096" is to be read.

const HIDDEN = "…";
const TOKEN = /\b(?:sk-|gsk_|xai-|hf_|ghp_|gho_|github_pat_|ya29\.|AIza|AKIA|ASIA|eyJ)[\w.~+/=-]{8,}/g;
const AUTHORIZATION = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi;
const LOGIN = /(:\/\/)[^\s/@"']+@/g;
/** In addresses. */
const KEY_IN_QUERY = /([?&](?:key|api[-_]?key|token)=)[^\s&"']+/gi;

/** The very values, wherever they stand; those that are shorter could be any word. */
export function hideValues(text: string, values: readonly string[], charsMin: number): string {
  // The longest first: one may be the beginning of another.
  const secrets = values.filter((value) => value.length >= charsMin).toSorted((a, b) => b.length - a.length);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
}

/** What looks like a secret. */
export function hideTokens(text: string): string {
  return text
    .replaceAll(TOKEN, HIDDEN)
    .replaceAll(AUTHORIZATION, `$1 ${HIDDEN}`)
    .replaceAll(LOGIN, `$1${HIDDEN}@`)
    .replaceAll(KEY_IN_QUERY, `$1${HIDDEN}`);
}
