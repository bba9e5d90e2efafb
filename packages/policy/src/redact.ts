// Takes secrets out of what is written down: values that are called secret, tokens that are known by their look, logins in addresses.
// Every pattern here is tried once from each place where it can begin, so the work grows with the text and no faster.

const HIDDEN = "…";
const SECRET_NAME =
  /pass|secret|token|credential|api[-_]?key|access[-_]?key|private[-_]?key|auth|cookie|session[-_]?id/i;
/** Fixed beginnings of tokens, each followed by at least eight characters of one set. */
const KNOWN_TOKEN =
  /\b(?:sk-|rk_|pk_live_|ghp_|gho_|ghu_|ghs_|ghr_|github_pat_|glpat-|npm_|pypi-|xox[abprs]-|ya29\.|AIza|AKIA|ASIA|eyJ)[\w.~+/=-]{8,}/g;
const NAME_AND_SIGN = /(?<![\w-])([\w-]+)[=:]\s?["']?/g;
const END_OF_VALUE = /[\s"'&;|]/g;
const AUTHORIZATION = /\b(bearer|basic|digest)(\s+)[^\s"']+/gi;
const LOGIN = /(:\/\/)[^\s/@"']+@/g;
const OPTION = /(?<=^|\s)(--?[\w-]+)(\s+)(["']?)([^\s"'-][^\s"']*)/g;

export function redact(text: string): string {
  const withoutTokens = text.replaceAll(KNOWN_TOKEN, HIDDEN).replaceAll(LOGIN, `$1${HIDDEN}@`);
  // Nothing below finds anything in a text that names no secret.
  if (!SECRET_NAME.test(text) && !/bearer|basic|digest/i.test(text)) return withoutTokens;
  return hideAssigned(withoutTokens.replaceAll(AUTHORIZATION, `$1$2${HIDDEN}`)).replaceAll(
    OPTION,
    (whole: string, name: string, space: string, quote: string) =>
      SECRET_NAME.test(name) ? `${name}${space}${quote}${HIDDEN}` : whole,
  );
}

function hideAssigned(text: string): string {
  let done = "";
  let from = 0;
  for (const match of text.matchAll(NAME_AND_SIGN)) {
    if (match.index < from || !SECRET_NAME.test(match[1] ?? "")) continue;
    const start = match.index + match[0].length;
    END_OF_VALUE.lastIndex = start;
    const end = END_OF_VALUE.exec(text)?.index ?? text.length;
    done += text.slice(from, start) + (end > start ? HIDDEN : "");
    from = end;
  }
  return done + text.slice(from);
}
