// Authentication by the server's token and further keys with fewer rights, compared in constant time.
import { ParleyError } from "@parley/base";
import { createHash, timingSafeEqual } from "node:crypto";
import type { Caller, Scope } from "../http/dialect.ts";

/** A key that others were given; only its hash is kept here. */
export interface KeyOption {
  /** For the log, and for who answered. */
  readonly name: string;
  /** SHA-256 of the key, in hex. */
  readonly hash: string;
  /** `admin` has `drive`, `drive` has `read`. */
  readonly scopes: readonly Scope[];
}

export interface KeyRing {
  /** By a token or key as it was sent. */
  find(secret: string): Caller | undefined;
  /** By name, with what changes when the key does. It is not a secret. */
  named(name: string): { readonly caller: Caller; readonly fingerprint: string } | undefined;
}

interface Key {
  readonly caller: Caller;
  readonly hash: Buffer;
}

/** The name of the caller that has the server's token. */
export const TOKEN_NAME = "token";
/** From the weakest on; each has what is before it. */
const SCOPES: readonly Scope[] = ["read", "drive", "admin"];

export function createKeyRing(token: string, keys: readonly KeyOption[] = []): KeyRing {
  const owner: Caller = { name: TOKEN_NAME, scopes: new Set(SCOPES) };
  const tokenBytes = Buffer.from(token);
  if (tokenBytes.length === 0) throw new ParleyError({ code: "bad_config", message: "the server's token is empty" });
  const tokenHash = createHash("sha256").update(tokenBytes).digest("hex");
  const others = new Map(keys.map((key) => [key.name, parseKey(key)]));

  return {
    find(secret) {
      const sent = Buffer.from(secret);
      if (sent.length === tokenBytes.length && timingSafeEqual(sent, tokenBytes)) return owner;
      if (others.size === 0) return undefined;
      const hash = createHash("sha256").update(sent).digest();
      let found: Caller | undefined;
      for (const key of others.values()) if (timingSafeEqual(hash, key.hash)) found = key.caller;
      return found;
    },
    named(name) {
      if (name === TOKEN_NAME) return { caller: owner, fingerprint: tokenHash };
      const key = others.get(name);
      return key && { caller: key.caller, fingerprint: toFingerprint(key) };
    },
  };
}

/** A cookie does not outlive a change of the key's rights either. */
function toFingerprint({ hash, caller }: Key): string {
  return `${hash.toString("hex")} ${[...caller.scopes].join(",")}`;
}

function parseKey({ name, hash, scopes }: KeyOption): Key {
  const problem =
    name === TOKEN_NAME || !/^[\w.-]{1,64}$/.test(name)
      ? 'the name must be 1 to 64 letters, digits, dots and dashes, and not "token"'
      : !/^[0-9a-f]{64}$/i.test(hash)
        ? "the hash is not a SHA-256 in hex"
        : scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope))
          ? `scopes must be a list of ${SCOPES.join(", ")}`
          : undefined;
  if (problem !== undefined) throw new ParleyError({ code: "bad_config", message: `key ${name}: ${problem}` });
  const strongest = Math.max(...scopes.map((scope) => SCOPES.indexOf(scope)));
  return { caller: { name, scopes: new Set(SCOPES.slice(0, strongest + 1)) }, hash: Buffer.from(hash, "hex") };
}
