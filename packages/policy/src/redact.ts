// Takes secrets out of what is written down: values that are called secret, tokens that are known by their look, logins in addresses.
// Every pattern here is tried once from each place where it can begin, so the work grows with the text and no faster.
import { hideFields } from "./hide-fields.ts";
import { isCount, isSecretName } from "./secret-names.ts";

const HIDDEN = "…";
/** Fixed beginnings of tokens, each followed by at least eight characters of one set. */
const KNOWN_TOKEN =
  /\b(?:sk-|rk_|pk_live_|ghp_|gho_|ghu_|ghs_|ghr_|github_pat_|glpat-|npm_|pypi-|xox[abprs]-|ya29\.|AIza|AKIA|ASIA|eyJ)[\w.~+/=-]{8,}/g;
const NAME_AND_SIGN = /(?<![\w-])([\w-]+)[=:]\s?["']?/g;
const END_OF_VALUE = /[\s"'&;|]/g;
const AUTHORIZATION = /\b(bearer|basic|digest)(\s+)[^\s"']+/gi;
const LOGIN = /(:\/\/)[^\s/@"']+@/g;
const OPTION = /(?<=^|\s)(--?[\w-]+)(\s+)(["']?)([^\s"'-][^\s"']*)/g;

export function redact(text: string): string {
  return redactBy(text, isSecretName);
}

/** For who knows better of which quoted fields the values are secret. */
export function redactBy(text: string, hidesField: (name: string) => boolean): string {
  const namesSecret = isSecretName(text);
  const withoutFields = namesSecret || hidesField !== isSecretName ? hideFields(text, hidesField, HIDDEN) : text;
  const withoutTokens = withoutFields.replaceAll(KNOWN_TOKEN, HIDDEN).replaceAll(LOGIN, `$1${HIDDEN}@`);
  // Nothing below finds anything in a text that names no secret.
  if (!namesSecret && !/bearer|basic|digest/i.test(text)) return withoutTokens;
  return hideAssigned(withoutTokens.replaceAll(AUTHORIZATION, `$1$2${HIDDEN}`)).replaceAll(
    OPTION,
    (whole: string, name: string, space: string, quote: string, value: string) =>
      isSecretName(name) && !isCount(name, value) ? `${name}${space}${quote}${HIDDEN}` : whole,
  );
}

function hideAssigned(text: string): string {
  let done = "";
  let from = 0;
  for (const match of text.matchAll(NAME_AND_SIGN)) {
    const name = match[1] ?? "";
    if (match.index < from || !isSecretName(name)) continue;
    const start = match.index + match[0].length;
    END_OF_VALUE.lastIndex = start;
    const end = END_OF_VALUE.exec(text)?.index ?? text.length;
    const isHidden = end > start && !isCount(name, text.slice(start, end));
    done += text.slice(from, start) + (isHidden ? HIDDEN : text.slice(start, end));
    from = end;
  }
  return done + text.slice(from);
}
