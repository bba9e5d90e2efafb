// Distinguishes a real secret from a type, a variable, a placeholder or code with a secret's name.
import { isHeader } from "./headers.ts";
import { isCount, type NameStrength } from "../secret-names.ts";

export interface Assigned {
  readonly name: string;
  readonly strength: NameStrength;
  readonly value: string;
  readonly isQuoted: boolean;
  /** The name is quoted too, as in JSON. */
  readonly isField?: boolean;
  /** `name=value`, as in a shell, an address, a connection string. */
  readonly isTight: boolean;
  /** Name and value are alone on their line, as in YAML and INI. */
  readonly isWholeLine: boolean;
}

/** A variable, a substitution or something already hidden: a reference to the value, not the value. */
const REFERENCE =
  /^(?:\$[A-Za-z_][\w.:]*$|\$\{|\$\(|\{\{|\$\{\{|<[^<>]{0,100}>$|%[A-Za-z_]\w*%$|%[sdjo]$|\*+$|x{3,}$|\.{3}|…|\[(?:redacted|hidden|removed|masked)\b|env\.|process\.env|os\.environ|secrets\.|vault:|op:\/\/|!vault\b)/i;
/** In usage lines and documents: `Bearer TOKEN`, `token=YOUR_TOKEN`. */
const PLACEHOLDER = /^(?:[A-Z]+[-_ ]){0,4}(?:TOKEN|SECRET|PASSWORD|PASS|KEY)\b/;
const SCHEME = /^(?:bearer|basic|token)\s+/i;
/** Names of types, and values that are not text. */
const KEYWORD =
  /^(?:string|number|boolean|bool|str|int|bytes|object|any|unknown|never|void|null|undefined|none|nil|true|false|yes|no|on|off|optional|required|default|auto|basic|bearer|digest|oauth2?|oidc|jwt|saml|const|readonly|async|await|new|self|this|text|varchar|char|uuid|date|array|list|map|set|func|function|return)[\])}>,;|?!&.[]*$/i;
const VERSION = /^[\^~<>=v]{0,2}\d+\.\d+\.\d+(?:[-+][\w.-]+)?$/;
const PATHLIKE = /^(?:[/~.]|[A-Za-z]:\\)/;
/** `config.token`, `readToken`, `TOKEN_NAME`: without digits, because otherwise it could be a password. */
const IDENTIFIER = /^[A-Za-z_$][A-Za-z_$]*(?:\??\.[A-Za-z_$]+)*[!?]*$/;
const ENVIRONMENT_NAME = /^[A-Z][A-Z\d_]*$/;
/** A call, or an argument: `token=token, other=…`. */
const CODE_VALUE = /^[A-Za-z_$][A-Za-z_$.]*[(),[\]]/;
const CODE_BEFORE = /^[{[(<`!&*@#|\\?]/;
/** A short word is the name of something: `auth: "omit"`, `apiKey: "none"`. */
const WORD = /^[a-z]{1,7}(?:-[a-z]{1,7})?$/;
const EXAMINED_CHARS = 300;
const WORDS_MAX = 4;
const WEAK_CHARS_MIN = 6;
const STRONG_CHARS_MIN = 4;

export function isReference(value: string): boolean {
  return REFERENCE.test(value) || PLACEHOLDER.test(value);
}

/** Not only punctuation, which is left over from code. */
export function hasSubstance(value: string): boolean {
  return /[^\s!-/:-@[-`{-~]/.test(value);
}

export function isKeyword(value: string): boolean {
  return KEYWORD.test(value);
}

export function isSecretValue(assigned: Assigned): boolean {
  const { name, isQuoted, isTight } = assigned;
  const value = assigned.value.slice(0, EXAMINED_CHARS);
  if (!hasSubstance(value) || value === name || isReference(value.replace(SCHEME, ""))) return false;
  if (isCount(name, value) || VERSION.test(value) || (PATHLIKE.test(value) && !/\d/.test(value))) return false;
  if (/^pwd$/i.test(name) && PATHLIKE.test(value)) return false;
  if (isQuoted) return isQuotedSecret(assigned, value);
  return isTight ? isTightSecret(assigned, value) : isLooseSecret(assigned, value);
}

function isQuotedSecret({ name, strength, isField }: Assigned, value: string): boolean {
  if (strength === "strong") return true;
  if (!/\s/.test(value)) return !KEYWORD.test(value) && (isField === true || !WORD.test(value));
  // A token has no blanks, but a sentence about tokens has. Headers may have them.
  return isHeader(name) || (isField === true && /\d/.test(value) && value.split(/\s+/).length <= WORDS_MAX);
}

function isTightSecret({ name }: Assigned, value: string): boolean {
  if (ENVIRONMENT_NAME.test(name)) return !/^(?:true|false|null|undefined)$/.test(value);
  if (KEYWORD.test(value) || CODE_BEFORE.test(value)) return false;
  return !CODE_VALUE.test(value) && value !== name;
}

function isLooseSecret({ strength, isWholeLine }: Assigned, value: string): boolean {
  const bare = value.replace(/[,;.)}\]]+$/, "");
  if (KEYWORD.test(value) || /[()]/.test(value)) return false;
  if (strength === "strong" && isWholeLine) return !CODE_BEFORE.test(value) && !/[,;]$/.test(value);
  if (IDENTIFIER.test(bare) || CODE_BEFORE.test(value) || PATHLIKE.test(value)) return false;
  if (/^[\d.,:_]+$/.test(bare)) return strength === "strong" && bare.length >= STRONG_CHARS_MIN;
  // As in `token: Map<string,` or `token: a.b[0]`.
  if (/[<>[\]{}|]/.test(bare) || !/\d/.test(bare)) return false;
  return bare.length >= (strength === "strong" ? STRONG_CHARS_MIN : WEAK_CHARS_MIN);
}
