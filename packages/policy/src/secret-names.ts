// Names of secrets. A name is split into its parts: `dbPassword`, `DB_PASSWORD` and `db-password` are the same name.
import { NAMES_KNOWN_MAX } from "./limits.ts";

/**
 * `strong`: any value with this name is a secret. `weak`: other things often have this name (a parser's token, a kind
 * of authentication), so the value has to look like a secret unless the context says that it is one.
 */
export type NameStrength = "strong" | "weak";

const STRONG = /^(?:[a-z\d]*(?:password|passwd|passphrase|passcode|secret)|pwd|mnemonic|userpass|dbpass)\d*$/;
const WEAK =
  /^(?:[a-z\d]*(?:password|secret|credential|token|apikey|accesskey|secretkey|privatekey|accountkey|authkey)s?|pass|auth|authorization|cookies?|jwt|bearer|sasl|dsn)\d*$/;
/** Words before `key` that make it a secret; a plain `key` is one of a map. */
const KEY_OF =
  /^(?:api|access|private|secret|account|signing|signature|encryption|master|license|licence|app|application|shared|preshared|deploy|auth|storage|subscription|admin|root|role|client|service|webhook|integration|ingest|hmac|ssh|dsa|rsa)$/;
/** Words after which the name only describes a secret: its location, its lifetime, the number of secrets. */
const ABOUT: ReadonlySet<string> = new Set(
  (
    "address at bytes budget chars cmd command cost count counts dir enabled endpoint env error errors " +
    "expiration expired expires expiry field fields file files flow folder form format header help helper hint " +
    "host id ids in index info kind label left length library limit manager max method methods min " +
    "mode ms name names options page param path paths policy prefix price prompt protocol provider reader required " +
    "reset rule rules schema scheme scope scopes seconds size source state status stdin store suffix total ttl " +
    "type uri url usage used variable variables version window"
  ).split(" "),
);
/** Numbers of tokens. */
const COUNTED =
  /^(?:max|min|total|input|output|prompt|completion|used|num|number|count|context|cached|reasoning|thinking|budget|remaining|limit|of|per|million|cache|read|write)$/;
const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z\d]+|\d+/g;
/** With characters that may follow it in a list. */
const NUMBER = /^[\d_]+[,.)}\]]*$/;

const known = new Map<string, NameStrength | undefined>();

/** Whether a value with this name must not be stored. */
export function isSecretName(name: string): boolean {
  return strengthOf(name) !== undefined;
}

export function strengthOf(name: string): NameStrength | undefined {
  if (known.has(name)) return known.get(name);
  const strength = readName(name);
  if (known.size >= NAMES_KNOWN_MAX) known.clear();
  known.set(name, strength);
  return strength;
}

/** Counts of tokens have the same name, but are not secret. */
export function isCount(name: string, value: string): boolean {
  return /tokens/i.test(name) && NUMBER.test(value);
}

function readName(name: string): NameStrength | undefined {
  const parts = (name.match(PARTS) ?? []).map((part) => part.toLowerCase());
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index] ?? "";
    if (ABOUT.has(part) && index > 0) return part === "id" && parts[index - 1] === "secret" ? "strong" : undefined;
    if (STRONG.test(part)) return "strong";
    // `client-key-data` of a kubeconfig.
    if (part === "data" && parts[index - 1] === "key") return "strong";
    if (part === "key" && KEY_OF.test(parts[index - 1] ?? "")) {
      return parts[index - 1] === "private" || parts[index - 1] === "secret" ? "strong" : "weak";
    }
    if (WEAK.test(part)) return parts.some((other) => COUNTED.test(other)) ? undefined : "weak";
  }
  return undefined;
}
