// Takes secrets out of what a provider said. Not as eagerly as for what we write down: "max_tokens: 4096" is to be read.

const HIDDEN = "…";
/** Below this it could be any word. */
const SECRET_CHARS_MIN = 4;
const TOKEN = /\b(?:sk-|gsk_|xai-|hf_|ghp_|gho_|github_pat_|ya29\.|AIza|AKIA|ASIA|eyJ)[\w.~+/=-]{8,}/g;
const AUTHORIZATION = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi;
const LOGIN = /(:\/\/)[^\s/@"']+@/g;
/** In addresses. */
const KEY_IN_QUERY = /([?&](?:key|api[-_]?key|token)=)[^\s&"']+/gi;

/** `secrets`: the very values that we signed in with. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  let shown = text;
  for (const secret of secrets) {
    if (secret.length >= SECRET_CHARS_MIN) shown = shown.replaceAll(secret, HIDDEN);
  }
  return shown
    .replaceAll(TOKEN, HIDDEN)
    .replaceAll(AUTHORIZATION, `$1 ${HIDDEN}`)
    .replaceAll(LOGIN, `$1${HIDDEN}@`)
    .replaceAll(KEY_IN_QUERY, `$1${HIDDEN}`);
}
